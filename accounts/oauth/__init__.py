"""The service as a provider of OAuth 2.1 and OpenID Connect, by allauth's ``idp.oidc``: apps, consent, devices."""
