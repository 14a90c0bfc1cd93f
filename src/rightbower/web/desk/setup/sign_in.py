"""Accounts in the browser: sign in, make one, end sessions, change the passphrase, approve organizers."""

from __future__ import annotations

import time

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.store.contract import JournalError
from rightbower.tournament.dates import moment_text
from rightbower.web.common.refusal import Refused
from rightbower.web.common.rendering import render
from rightbower.web.state.accounts import COOKIE, Accounts, SignedIn, accounts_of
from rightbower.web.state.owner import is_owner

HERE = "/account"


async def account_page(request: Request) -> Response:
    """One's own account, or the way in to it."""
    if request.method != "POST":
        return _show(request)
    form = {key: str(value) for key, value in (await request.form()).items()}
    accounts, who = accounts_of(request), accounts_of(request).signed_in(request)
    try:
        if who is None:
            return await _came(request, accounts, form)
        return await _own(request, accounts, who, form)
    except (Refused, JournalError) as refused:
        fault = refused.reason if isinstance(refused, Refused) else "Try again in a moment."
        return _show(request, fault, 422, form.get("name", ""))


async def _came(request: Request, accounts: Accounts, form: dict[str, str]) -> Response:
    name, passphrase = form.get("name", ""), form.get("passphrase", "")
    if form.get("do") == "make":
        id_ = await accounts.make(request, name, passphrase)
        if is_owner(request):
            await accounts.approve(id_, True, "whoever runs the hall")
    else:
        id_ = await accounts.let_in(request, name, passphrase)
    response = await accounts.join(request, RedirectResponse(HERE, 303), id_)
    return await accounts.begin(request, response, id_)


async def _own(
    request: Request, accounts: Accounts, who: SignedIn, form: dict[str, str]
) -> Response:
    match form.get("do"):
        case "change":
            await accounts.change(request, who, form.get("passphrase", ""), form.get("new", ""))
            return await accounts.begin(request, RedirectResponse(HERE, 303), who.id)
        case "end":
            await accounts.end(who.id, form.get("session", ""))
            return RedirectResponse(HERE, 303)
        case _:
            await accounts.end(who.id, who.session.key)
            response = RedirectResponse(HERE, 303)
            response.delete_cookie(COOKIE)
            return response


def _show(request: Request, fault: str = "", status: int = 200, name: str = "") -> Response:
    who = accounts_of(request).signed_in(request)
    return render(
        request,
        "account.html",
        status,
        who=who,
        name=name,
        fault=fault,
        public=request.app.state.public,
        owner=is_owner(request),
        when=moment_text,
        now=time.time(),
    )


async def organizers_page(request: Request) -> Response:
    """Whoever runs the hall says which accounts may make events."""
    if not is_owner(request):
        raise HTTPException(403, "Open the link that the hall printed in its terminal first.")
    accounts = accounts_of(request)
    if request.method == "POST":
        form = await request.form()
        id_ = str(form.get("account", ""))
        if accounts.store.find(id_) is None:
            raise HTTPException(404, "There is no such account.")
        await accounts.approve(id_, form.get("do") == "approve", "whoever runs the hall")
        return RedirectResponse("/organizers", 303)
    found = ((id_, accounts.store.history(id_)) for id_ in accounts.store.ids())
    known = sorted((each.name, id_, each) for id_, each in found)
    return render(request, "organizers.html", accounts=known, public=request.app.state.public)
