"""A client of PyPI (`mcp`) through the whole of OAuth: flow.py PUBLIC_URL SESSION_TOKEN CLIENT_ID. Prints a step a line."""
import asyncio
import sys
from urllib.parse import parse_qs, urlsplit
import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.oauth2 import AuthorizationCodeResult
from mcp.client.streamable_http import streamable_http_client
from mcp.client.session import ClientSession
from mcp.shared.auth import OAuthClientMetadata

VAULT, SESSION, CLIENT = sys.argv[1:4]
RESOURCE = f"{VAULT}/mcp"
REDIRECT = "http://127.0.0.1:7777/callback"


class Kept:
    tokens = None
    client = None
    async def get_tokens(self): return self.tokens
    async def set_tokens(self, tokens): self.tokens = tokens
    async def get_client_info(self): return self.client
    async def set_client_info(self, info): self.client = info


answers = {}
calls = []


async def browser(url: str) -> None:
    """What a browser and a person do: follow to the page, log in to it, let the application in."""
    headers = {"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}
    async with httpx2.AsyncClient() as http:
        sent = await http.get(url)
        page = urlsplit(sent.headers["location"])
        assert sent.status_code == 303 and page.fragment.startswith("/connect?"), sent.text
        query = page.fragment.split("?", 1)[1]
        login = await http.post(f"{VAULT}/auth/browser", json={"token": SESSION}, headers=headers)
        assert login.status_code == 200, login.text
        cookie = {"cookie": login.headers["set-cookie"].split(";")[0], **headers}
        asked = await http.post(f"{VAULT}/oauth/consent", json={"query": query}, headers=cookie)
        print("consent:", asked.text)
        body = {"query": query, "decision": "approve"}
        done = await http.post(f"{VAULT}/oauth/consent", json=body, headers=cookie)
        answers.update({k: v[0] for k, v in parse_qs(urlsplit(done.json()["redirect"]).query).items()})


async def callback():
    return AuthorizationCodeResult(code=answers["code"], state=answers.get("state"), iss=answers.get("iss"))


async def note(response):
    calls.append(f"{response.status_code} {response.request.method} {response.request.url.path}")


async def tools(kept: Kept) -> int:
    auth = OAuthClientProvider(RESOURCE, OAuthClientMetadata(client_name="Lab", redirect_uris=[REDIRECT], scope="read write"),
                               kept, browser, callback, client_metadata_url=CLIENT)
    async with httpx2.AsyncClient(auth=auth, event_hooks={"response": [note]}, follow_redirects=True) as http:
        async with streamable_http_client(RESOURCE, http_client=http) as streams:
            async with ClientSession(*streams[:2]) as session:
                await session.initialize()
                count = len((await session.list_tools()).tools)
                saved = await session.call_tool("memory_save", {"project": "lab", "type": "decision", "title": "By OAuth", "content": "Saved by a client of PyPI."})
                print("saved:", not saved.is_error, str(saved.content)[:160])
                return count


async def main() -> None:
    kept = Kept()
    print("tools:", await tools(kept))
    print("requests:", calls)
    print("client:", kept.client.client_id, "scope:", kept.tokens.scope)
    async with httpx2.AsyncClient() as http:
        first = kept.tokens.refresh_token
        form = {"grant_type": "refresh_token", "client_id": CLIENT, "resource": RESOURCE}
        renewed = await http.post(f"{VAULT}/oauth/token", data={**form, "refresh_token": first})
        print("refresh:", renewed.status_code, sorted(renewed.json()))
        token = renewed.json()["access_token"]
        def call(): return http.post(RESOURCE, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers={"authorization": f"Bearer {token}"})
        works = (await call()).status_code
        print("with the new token:", works)
        gone = await http.post(f"{VAULT}/oauth/revoke", data={"token": renewed.json()["refresh_token"], "client_id": CLIENT})
        print("revoke:", gone.status_code)
        after = await call()
        print("afterwards:", after.status_code, after.headers["www-authenticate"])
        again = await http.post(f"{VAULT}/oauth/token", data={**form, "refresh_token": renewed.json()["refresh_token"]})
        print("refresh afterwards:", again.status_code, again.json()["error"])
        assert (works, gone.status_code, after.status_code, again.status_code) == (200, 200, 401, 400)


asyncio.run(main())
