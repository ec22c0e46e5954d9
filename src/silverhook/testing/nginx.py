"""A real nginx with deploy/nginx.conf in front of real servers, for tests."""

from __future__ import annotations

import datetime
import ipaddress
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from silverhook.testing.server import PATIENCE, lasting_port

__all__ = ["Nginx", "running_nginx"]

_SITE = Path(__file__).parents[3] / "deploy" / "nginx.conf"
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@dataclass(frozen=True)
class Nginx:
    """A running nginx: its addresses, the certificate to trust, and the folder with its logs."""

    http: str
    https: str
    certificate: Path
    folder: Path

    @property
    def accesses(self) -> str:
        """Its access log so far."""
        return (self.folder / "access.log").read_text()


@contextmanager
def running_nginx(program: str, folder: Path, servers: Sequence[str], password: str = "") -> Iterator[Nginx]:
    """deploy/nginx.conf for these servers, with other ports; it asks the user "club" for a password if one is given."""
    full, key = _certificate(folder)
    http, https = lasting_port(), lasting_port()
    asks = _asking(folder, password) if password else ""
    (folder / "site.conf").write_text(_site(servers, http, f"{https} ssl; {asks}", full, key))
    places = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in _TEMPORARY)
    (folder / "nginx.conf").write_text(
        f"{'user root; ' if os.geteuid() == 0 else ''}daemon off; worker_processes 1;\n"
        f"pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 256; }}\n"
        f"http {{ access_log {folder}/access.log; {places} include {folder}/site.conf; }}\n"
    )
    command = [program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    process = subprocess.Popen(command)
    try:
        _wait_for(https, process, folder / "error.log")
        yield Nginx(f"http://127.0.0.1:{http}", f"https://127.0.0.1:{https}", full, folder)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _asking(folder: Path, password: str) -> str:
    """The lines with which nginx asks for the password."""
    (folder / "users").write_text(f"club:{{PLAIN}}{password}\n")
    return f'auth_basic "Club"; auth_basic_user_file {folder}/users;'


def _site(servers: Sequence[str], http: int, https: str, full: Path, key: Path) -> str:
    """The text of deploy/nginx.conf with what a host is asked to change, changed."""
    site = _SITE.read_text()
    (line,) = set(re.findall(r"^ +server 127\.0\.0\.1:\d+(.*;)$", site, re.MULTILINE))
    listed = "\n".join(f"    server {url.removeprefix('http://')}{line}" for url in servers)
    site = re.sub(r"( +server 127\.0\.0\.1:.*\n)+", lambda _: f"{listed}\n", site)
    for before, after in {
        "listen 80;": f"listen 127.0.0.1:{http};",
        "listen 443 ssl;": f"listen 127.0.0.1:{https}",
        "https://$server_name$": "https://127.0.0.1$",
        "/etc/ssl/cards.example/fullchain.pem": str(full),
        "/etc/ssl/cards.example/privkey.pem": str(key),
    }.items():
        assert site.count(before) == 1, before
        site = site.replace(before, after)
    return site


def _wait_for(port: int, process: subprocess.Popen[bytes], errors: Path) -> None:
    while True:
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert process.poll() is None, errors.read_text()
        time.sleep(0.01)


def _certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine that signs itself, and its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "cards.example")])
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - day).not_valid_after(now + day)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    signed = builder.add_extension(names, critical=False).sign(key, hashes.SHA256())
    paths = folder / "fullchain.pem", folder / "privkey.pem"
    paths[0].write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.PKCS8
    paths[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
    return paths
