"""A notice, or a digest, as a mail: plain and HTML, with one click to stop it (RFC 8058)."""

import smtplib
from collections.abc import Sequence
from urllib.parse import urlsplit

import css_inline
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext, override

from tournaments.notices import naming
from tournaments.notices.models import Notice, Preferences
from tournaments.notices.naming import Shown
from tournaments.notices.sending import unsubscribing
from tournaments.notices.sending.outbox import Parcel, Result


def prepare(parcel: Parcel, rows: Sequence[Notice]) -> EmailMultiAlternatives | None:
    """The mail about *rows*; ``None`` for somebody without a verified address."""
    user = rows[0].user
    verified = EmailAddress.objects.filter(user=user, verified=True)
    address = verified.order_by("-primary", "pk").values_list("email", flat=True).first()
    if address is None:
        return None
    chosen = Preferences.objects.filter(pk=user.pk).first()
    with override(chosen.language if chosen and chosen.language else settings.LANGUAGE_CODE):
        shown = naming.in_words(list(rows), zone=user.timezone)
        kind = rows[0].kind if len(rows) == 1 and not parcel.rows[0].digest else unsubscribing.EVERYTHING
        stop = naming.absolute(reverse("unsubscribe", args=[unsubscribing.token(user.pk, kind)]))
        return _mail(parcel, address, user.username, shown, stop)


def send(mail: EmailMultiAlternatives) -> Result:
    """Hand it to the mail server. Needs no database."""
    try:
        mail.send()
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPResponseException) as refused:
        return Result(error=type(refused).__name__, final=_is_final(refused))
    except OSError as away:
        return Result(error=str(away) or type(away).__name__)
    return Result()


def _mail(parcel: Parcel, address: str, name: str, shown: Sequence[Shown], stop: str) -> EmailMultiAlternatives:
    lines = [{"text": each.text, "url": naming.absolute(each.path), "action": each.kind.action} for each in shown]
    several = gettext("{count} notices").format(count=len(shown))
    subject = " ".join((shown[0].text if len(shown) == 1 else several).split())
    context = {"name": name, "lines": lines, "subject": subject, "stop": stop, "one": len(shown) == 1}
    context["settings_url"] = naming.absolute(reverse("notice-settings"))
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    mail = EmailMultiAlternatives(
        f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        render_to_string("notices/mail.txt", context),
        settings.DEFAULT_FROM_EMAIL,
        [address],
        headers={
            "Message-ID": f"<{parcel.name}@{host}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(css_inline.inline(render_to_string("notices/mail.html", context)), "text/html")
    return mail


def _is_final(refused: Exception) -> bool:
    """Whether the server will say the same next time."""
    if isinstance(refused, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _text in refused.recipients.values())
    return isinstance(refused, smtplib.SMTPResponseException) and refused.smtp_code >= 500
