"""The key that signs ID tokens: RSA, as OpenID Connect asks of every provider. It follows from our own key.

So a service needs no further secret, and each of its processes has the same key. It is made when first needed.
"""

import hashlib
import hmac
import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from typing import Final

from allauth.core.internal.jwkkit import load_jwk_from_pem
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

PURPOSE: Final = b"key that signs ID tokens"
EXPONENT: Final = 65_537
HALF: Final = 1_024
"""Bits of each of the two primes."""
ROUNDS: Final = 40
"""Of Miller and Rabin's test: one composite number in 2**80 passes."""
_SMALL: Final = [each for each in range(3, 2_000, 2) if all(each % one for one in range(3, math.isqrt(each) + 1, 2))]


@lru_cache
def pem(secret: str) -> str:
    """The private key that follows from *secret*, in PKCS #8."""
    primes = _primes(_stream(hmac.digest(secret.encode(), PURPOSE, hashlib.sha512)))
    one, other = next(primes), next(primes)
    exponent = pow(EXPONENT, -1, (one - 1) * (other - 1))
    public = rsa.RSAPublicNumbers(EXPONENT, one * other)
    parts = rsa.rsa_crt_dmp1(exponent, one), rsa.rsa_crt_dmq1(exponent, other), rsa.rsa_crt_iqmp(one, other)
    key = rsa.RSAPrivateNumbers(one, other, exponent, *parts, public).private_key()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


@lru_cache
def public(secret: str) -> dict[str, str]:
    """Its public half as a JWK."""
    jwk: dict[str, str] = load_jwk_from_pem(pem(secret))[0]
    return jwk


def _stream(key: bytes) -> Iterator[int]:
    """Numbers of ``HALF`` bits that nobody can tell from chance without *key*."""
    for number in count():
        blocks = (hmac.digest(key, b"%d %d" % (number, part), hashlib.sha512) for part in range(HALF // 512))
        yield int.from_bytes(b"".join(blocks))


def _primes(numbers: Iterator[int]) -> Iterator[int]:
    """Those of *numbers*, with both ends set, that are primes which suit the exponent."""
    for each in numbers:
        odd = each | 3 << HALF - 2 | 1
        if all(odd % small for small in _SMALL) and (odd - 1) % EXPONENT and _is_prime(odd, numbers):
            yield odd


def _is_prime(number: int, numbers: Iterator[int]) -> bool:
    """Miller and Rabin's test (FIPS 186-5, B.3.1)."""
    twos = ((number - 1) & -(number - 1)).bit_length() - 1
    for _round in range(ROUNDS):
        power = pow(next(numbers) % (number - 3) + 2, (number - 1) >> twos, number)
        if power in (1, number - 1):
            continue
        if not any((power := power * power % number) == number - 1 for _step in range(twos - 1)):
            return False
    return True
