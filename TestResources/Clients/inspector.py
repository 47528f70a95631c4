"""Works the inspector's page in a browser, over the DevTools protocol, and says what it has done.

Arguments: the browser, the address of the page, the port of a server that stops the inspected one and starts
another, and a folder for screenshots, which may be empty.
"""

import asyncio
import base64
import contextlib
import http.client
import json
import os
import sys
import tempfile
import traceback
import urllib.request

import websockets

BROWSER, PAGE, CONTROL, FOLDER = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
ADDRESS, TOKEN = PAGE.split("/__teapot/?token=")
PORT = int(ADDRESS.split(":")[-1])
OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-default-apps",
    "--disable-breakpad", "--disable-crash-reporter", "--metrics-recording-only", "--no-first-run",
    "--no-default-browser-check", "--no-proxy-server", "--mute-audio", "--remote-debugging-port=0",
]
STATE = (
    "(await (await fetch('/__teapot/api/state', {headers: {Authorization: 'Bearer ' +"
    " document.querySelector('meta[name=token]').content}})).json())")
SET = "import('/__teapot/store.js').then(({api}) => api.set('/v1/staging/products'"
FOLDERS = STATE.replace("api/state", "api/mocks") + ".folders"
# URLs for which nobody is asked.
OWN = ("data:", f"blob:{ADDRESS}/")
# What a script of a mock, which has the page's origin and its cookie, can find out.
STRANGER = """(async () => {
    const found = {cookie: document.cookie};
    const token = (reach) => {
        try { return reach()?.querySelector('meta[name=token]')?.content ?? null } catch { return null }
    };
    found.api = (await fetch('/__teapot/api/journal')).status;
    found.page = (await fetch('/__teapot/')).status;
    const frame = document.createElement('iframe');
    frame.src = '/__teapot/';
    await new Promise((done) => { frame.onload = done; document.body.append(frame); });
    found.frame = token(() => frame.contentDocument);
    const opened = window.open('/__teapot/');
    for (let count = 0; count < 100 && opened && !opened.closed && !found.window; count++) {
        await new Promise((done) => setTimeout(done, 50));
        found.window = token(() => opened.document);
    }
    found.window ??= opened && !opened.closed ? 'still there' : null;
    found.worker = await navigator.serviceWorker.register('/worker.js').then(() => 'registered', () => null);
    return found;
})()"""
KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "ArrowDown": (40, ""), " ": (32, " ")}


def ask(path, method="GET", port=PORT, fields={}, body=None):
    """Asks as an app does; `None` when the connection fails."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
    try:
        connection.request(method, path, body, fields)
        response = connection.getresponse()
        return response.status, response.read().decode()
    except (http.client.HTTPException, OSError):
        return None
    finally:
        connection.close()


def asking(path, **fields):
    return asyncio.get_running_loop().run_in_executor(None, lambda: ask(path, fields=fields))


class Page:
    def __init__(self, socket):
        self.socket, self.number, self.waiting = socket, 0, {}
        self.errors, self.urls, self.loaded = [], [], asyncio.Event()
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        with contextlib.suppress(websockets.ConnectionClosed):
            await self.read_all()

    async def read_all(self):
        async for text in self.socket:
            message = json.loads(text)
            if "id" in message:
                self.waiting.pop(message["id"]).set_result(message)
                continue
            name, values = message["method"], message["params"]
            if name == "Network.requestWillBeSent":
                self.urls.append(values["request"]["url"])
            elif name == "Page.loadEventFired":
                self.loaded.set()
            elif name == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(values["exceptionDetails"]))
            elif name == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
                self.errors.append(json.dumps(values["args"]))
            # That the server is away is logged as an error of the network.
            elif name == "Log.entryAdded" and values["entry"]["level"] == "error":
                if values["entry"]["source"] != "network":
                    self.errors.append(values["entry"]["text"])

    async def do(self, method, **values):
        self.number += 1
        future = self.waiting[self.number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": self.number, "method": method, "params": values}))
        message = await future
        if "error" in message:
            raise AssertionError(f"{method}: {message['error']}")
        return message["result"]

    async def js(self, code):
        answer = await self.do("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{code}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    async def until(self, code, seconds=30):
        """Waits until an expression is true."""
        for _ in range(int(seconds / 0.02)):
            if await self.js(f"(async () => Boolean(await ({code})))()"):
                return
            await asyncio.sleep(0.02)
        body = await self.js("`${location.hash}, “${document.querySelector('#toast-text')?.textContent}”\n${document.body.innerText}`")
        await self.shoot("failed")
        raise AssertionError(f"never true: {code}\n{body}")

    async def text(self, selector):
        return await self.js(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    async def click(self, selector):
        await self.until(f"document.querySelector({json.dumps(selector)})")
        await self.js(f"document.querySelector({json.dumps(selector)}).click()")

    async def press(self, key, modifiers=0):
        code, text = KEYS.get(key, (ord(key.upper()[0]), key))
        values = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        if text and not modifiers:
            values["text"] = text
        await self.do("Input.dispatchKeyEvent", type="keyDown", **values)
        await self.do("Input.dispatchKeyEvent", type="keyUp", **values)

    async def type(self, text):
        await self.do("Input.insertText", text=text)

    async def choose(self, selector, value):
        await self.js(
            f"(() => {{ const s = document.querySelector({json.dumps(selector)}); s.value = {json.dumps(value)};"
            "s.dispatchEvent(new Event('change', {bubbles: true})); })()")

    async def screen(self, width, height, scheme):
        is_phone = width < 500
        await self.do(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if is_phone else 1,
            mobile=is_phone)
        await self.do(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    async def shoot(self, name):
        if FOLDER:
            os.makedirs(FOLDER, exist_ok=True)
            picture = await self.do("Page.captureScreenshot", format="png")
            with open(os.path.join(FOLDER, f"inspector-{name}.png"), "wb") as file:
                file.write(base64.b64decode(picture["data"]))

    # Takes a picture of the page as wide as a desk's and a phone's screen, in light and dark.
    async def shoot_all(self, name, narrow=None):
        for width, scheme in ((1280, "light"), (1280, "dark"), (375, "light"), (375, "dark")):
            await self.screen(width, 740, scheme)
            await self.shoot(f"{name}-{scheme}-{width}")
            part = f"document.querySelector('{narrow}')"
            assert not narrow or await self.js(f"{part}.scrollWidth <= {part}.clientWidth")
        await self.screen(1200, 800, "light")


async def hold(page, path="/v1/staging/products"):
    """Asks for what is held, and opens it by keyboard."""
    await page.until("!document.querySelector('#held-rows a, .held-panel')")
    answer = asking(path)
    await page.until("document.querySelectorAll('#held-rows a').length === 1")
    await page.press("h")
    await page.until("document.querySelector('.choose')")
    return answer


async def at_first(page):
    await page.do("Page.navigate", url=PAGE)
    await page.until("document.querySelector('#rows-note')?.textContent.startsWith('No requests yet')")
    # The token is not left where others see it, and the browser remembers it.
    assert await page.js("location.href") == f"{ADDRESS}/__teapot/"
    assert TOKEN not in await page.js("document.cookie")
    for mock in ["evil", "evil-opener"]:
        await page.do("Page.navigate", url=f"{ADDRESS}/{mock}")
        await page.until(f"location.pathname === '/{mock}' && document.title === 'evil'")
        answer = await page.do(
            "Runtime.evaluate", expression=STRANGER, awaitPromise=True, returnByValue=True, userGesture=True)
        found = answer["result"]["value"]
        nothing = {"api": 401, "page": 403, "frame": None, "cookie": "", "window": None, "worker": None}
        assert found == nothing, (mock, found)
    yield "reveals nothing to a mock's script"

    await page.do("Page.navigate", url=f"{ADDRESS}/__teapot/")
    await page.until("document.querySelectorAll('#rows a.row').length === 2")
    await page.click("#clear")
    await page.until("document.activeElement.id === 'clear-all'")
    assert await page.js("document.querySelectorAll('#rows a.row').length") == 2
    assert await page.text("#toast-text") == "Delete all 2 requests?Delete"
    await page.click("#requests-form [data-focus='5xx']")
    await page.until("document.querySelectorAll('#rows a.row').length === 0")
    await page.click("#clear")
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Delete all 2 requests, including those not shown?')")
    await page.click("#requests-form [data-focus=all]")
    await page.click("#clear-all")
    await page.until("document.querySelector('#rows-note')?.textContent.startsWith('No requests yet')")
    page.urls.clear()
    page.errors.clear()
    await page.js("window.isTheSame = true")
    assert await page.text("#address") == ADDRESS
    yield "opens"

    assert f"Point your app at {ADDRESS}" in await page.text("#detail")
    await page.click("#requests-form [data-focus='5xx']")
    await page.until("document.querySelector('#rows-note').textContent.startsWith('No request matches. Choose “Show all”')")
    await page.click("#requests-form [data-focus=all]")
    await page.until("document.querySelector('#rows-note').textContent.startsWith('No requests yet')")
    # A mock for POST doesn't answer curl's request, and a path with a variable is less clear.
    await put(page, "a/success_201_POST_first.json", "{}")
    await put(page, "b/{id}/success_b.json", "{}")
    assert f"curl {ADDRESS}/payments" in await page.text("#detail"), await page.text("#detail")
    await put(page, "a/success_201_POST_first.json")
    await put(page, "b/{id}/success_b.json")
    others = """import('/__teapot/store.js').then(({ store, changed }) => {
        const { mocks } = store, texts = [mocks.source, undefined].map((source) => {
            store.mocks = { ...mocks, folders: [], source };
            changed("route");
            return document.querySelector("#detail").innerText;
        });
        store.mocks = mocks;
        changed("route");
        return texts;
    })"""
    documented, nothing = await page.js(others)
    assert f"curl {ADDRESS}/documented" in documented, documented
    assert "Waiting for the first request" in nothing and "curl" not in nothing and "try" not in nothing, nothing
    yield "says what to do next where nothing is shown"

    assert await asking("/hello?a=1") == (200, '{"hello":"you"}')
    await page.until("document.querySelector('#rows .status.good')")
    row = await page.text("#rows a.row")
    assert "/hello?a=1" in row and "GET /hello, at" in row and "200" in row, row
    yield "shows a request as it comes"

    # The other views haven't been opened yet.
    assert ask("/break?text=%7B", "POST", CONTROL)[0] == 204
    await page.until("document.querySelector('[data-count=scenarios]').innerText === '1 problem'")
    await page.until("document.querySelector('[data-count=mocks]').innerText === '2 problems'")
    assert ask("/break", "POST", CONTROL)[0] == 204
    await page.until("!document.querySelector('[data-count=scenarios].wrong')")
    yield "shows the number of files with problems, wherever they are"


async def with_held(page):
    answer = asking("/v1/staging/products")
    await page.until("document.title === '(1) Teapot'")
    assert "emptyList can answer" in await page.text("#held-rows"), await page.text("#held-rows")
    assert "is waiting for your response" in await page.js("document.querySelector('#news').textContent")
    await page.press("h")
    await page.until("document.activeElement.matches('.choose')")
    await page.shoot("held-light")
    broken = await page.text("[data-mock*=unfinished]")
    assert await page.js("document.querySelector('[data-mock*=unfinished]').disabled") and "value" in broken, broken
    assert await page.text("#copy-curl") == "Copy as curl"
    # A change of the default, or of the setting for its path, doesn't answer it.
    toast = "document.querySelector('#toast-text').textContent"
    await page.choose("#undecided", "firstMock")
    await page.until(f"{toast} === 'Applies to new requests. Held requests keep waiting for you.'")
    later = "#detail [data-focus='setting any method /v1/staging/products']"
    usual = f"document.querySelector(\"{later} option\").text"
    await page.until(f"{usual} === 'default (emptyList)'")
    assert await page.js("document.activeElement.matches('.choose')")
    await page.choose("#undecided", "hold")
    await page.until(f"{STATE}.undecided === 'hold' && {usual} === 'default (hold)'")
    # So does a new mock, which can also be chosen.
    await put(page, "products/success_another.json", "{}")
    await page.until("document.querySelector('.answers').innerText.includes('another')")
    await page.until("document.querySelector('#held-rows').innerText.includes('another can answer')")
    # Two with the same name and file name are told apart by their folders.
    await put(page, "products/error_503_maintenance.json", "{}")
    await page.until("document.querySelector('.answers').innerText.includes('General/error_503_maintenance.json')")
    assert "products/error_503_maintenance.json" in await page.text(".answers"), await page.text(".answers")
    await put(page, "products/error_503_maintenance.json")
    # A mock that's named after its folder keeps its name.
    await put(page, "products/success_products.json", "{}")
    await page.until("document.querySelector('[data-mock$=\"success_products.json\"]')")
    assert "success_products.json" not in await page.text(".answers"), await page.text(".answers")
    await put(page, "products/success_products.json")
    await put(page, "products/success_another.json")
    await page.until("!document.querySelector('.answers').innerText.includes('another')")
    assert await page.js("document.activeElement.matches('.choose')")
    await page.choose(later, "mock:products/success_productList.json")
    await page.until(f"{toast}.endsWith('until the server stops. Held requests keep waiting for you.')")
    await page.until("document.querySelector('#held-rows').innerText.includes('productList can answer')")
    await page.until("document.querySelector('.choose').innerText.includes('set for its path')")
    await page.choose(later, "")
    await page.until(f"{toast} === 'Requests to /v1/staging/products use the default again. Held requests keep waiting for you.'")
    assert await page.js("document.querySelectorAll('#held-rows a').length") == 1
    await page.js("document.querySelector('#toast-close').click()")
    yield "shows a request that is held"

    await page.press("e")
    await page.until("document.activeElement.matches('.area')")
    await page.type('{\n  "id": 7,\n  "name": "Ada" "tea"\n}')
    await page.until("document.querySelector('.error-text').textContent.startsWith('Line 3, column 17: ')")
    assert await page.js("document.querySelector('.numbers .wrong').textContent") == "3"
    assert await page.text("#answer") == "Answer"
    for press in ("document.activeElement.form.requestSubmit()", "document.querySelector('#answer').click()"):
        await page.js(press)
        await page.until("document.querySelector('.draft .problems').innerText.startsWith('Not sent: the body isn’t valid JSON.')")
        await page.js("document.querySelector('.area').focus()")
        await page.type(" ")
        await page.until("document.querySelector('.draft .problems').hidden")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('.draft .problems button')?.innerText === 'Answer anyway'")
    assert await page.js("document.querySelectorAll('#held-rows a').length") == 1
    assert await page.text("#close") == "Discard changes"
    await page.js("document.querySelector('.draft-head textarea').select()")
    await page.type('{"a": 1}')
    await page.until("document.querySelector('.draft-head .unmet').innerText.endsWith('isn’t a header; write Name: value.')")
    await page.js("document.querySelector('.draft-head textarea').select()")
    await page.type("nonsense")
    await page.until("document.querySelector('.draft-head .unmet').innerText === '“nonsense” isn’t a header; write Name: value.'")
    await page.press("Enter", modifiers=2)
    assert await page.js("document.querySelectorAll('#held-rows a').length") == 1
    await page.js("document.querySelector('.draft-head textarea').select()")
    await page.type("Content-Type: application/json")
    await page.until("document.querySelector('.draft-head .unmet').innerText === ''")
    await page.js("document.querySelector('.area').focus()")
    await page.screen(1200, 900, "dark")
    await page.shoot("editor-dark")
    await page.screen(1200, 800, "light")
    await page.js("document.querySelector('.area').select()")
    await page.type('{"id": 7, "name": "Ada"}')
    await page.until("document.querySelector('.error-text').hidden")
    await page.press("Enter", modifiers=2)
    assert await answer == (200, '{"id": 7, "name": "Ada"}')
    await page.until("document.title === 'Teapot'")
    await page.until("document.activeElement.matches('#rows a.row')")
    yield "writes a response by keyboard"

    answer = await hold(page)
    await page.click("[aria-label='Edit a copy of productList']")
    await page.until("document.querySelector('.area')?.value.includes('Green tea')")
    await page.js("document.querySelector('.draft-head input').value = 202")
    await page.js("document.querySelector('.area').setSelectionRange(2, 10)")
    await page.type("teas")
    # The draft stays when the menu below it changes.
    usual = "document.querySelector(\"#detail [data-focus='setting any method /v1/staging/products'] option\").text"
    for value, text in (("unanswered", "return 404"), ("hold", "hold")):
        await page.choose("#undecided", value)
        await page.until(f"{usual} === 'default ({text})'")
        assert await page.js("document.activeElement.matches('.area') && document.activeElement.value.includes('teas')")
    # What is written stays while something else is open.
    await page.js("location.hash = '#requests'")
    await page.until("!document.querySelector('.area')")
    await page.press("h")
    await page.until("document.querySelector('.area')?.value.includes('teas')")
    await page.press("Escape")
    await page.until("document.activeElement.textContent === 'Keep editing'")
    await page.press("Enter")
    await page.js("document.querySelector('.draft-head textarea').focus()")
    await page.press("Enter", modifiers=2)
    assert await answer == (202, '{"teas": [{"id": 1, "name": "Green tea"}]}')
    yield "edits a copy of a mock"

    answer = await hold(page)
    # Successes come first.
    await page.until("document.activeElement.matches('.choose')")
    assert "emptyList" in await page.js("document.activeElement.textContent")
    await page.press("Enter")
    assert await answer == (200, '{"products": []}')
    # The second click of a double-click comes when the next request is open.
    await page.until("!document.querySelector('#held-rows a, .held-panel')")
    answers = [asking("/v1/staging/products"), asking("/v1/staging/products")]
    await page.until("document.querySelectorAll('#held-rows a').length === 2")
    await page.js("location.hash = '#requests'")
    await page.until("document.querySelector('#detail').innerText.includes('2 requests are waiting for you.')")
    await page.click("#open-held")
    await page.until("document.querySelector('.choose')")
    await page.js("window.first = location.hash; const now = performance.now(); performance.now = () => now; 1")
    await page.click(".choose")
    await page.until("location.hash !== window.first && document.querySelector('.choose')")
    assert (await page.text("#toast-text")) == "Answered: GET /v1/staging/products"
    await page.click(".choose")
    await asyncio.sleep(0.2)
    assert await page.js("document.querySelectorAll('#held-rows a').length") == 1
    await page.js("const later = performance.now() + 500; performance.now = () => later; 1")
    await page.click(".choose")
    assert [(await answer)[0] for answer in answers] == [200, 200]
    # The mock that the server would choose comes first, here because of its condition.
    for name in ("success_a.json", "success_b.json", "error_404_c.json"):
        await put(page, f"order/{name}", json.dumps(name))
    await put(page, "order/mocks.index.json", '{"error_404_c.json": {"query": {"page": "9"}}}')
    for target, order in (("/order?page=9", ["c", "a", "b"]), ("/order", ["a", "b", "c"])):
        answer = await hold(page, target)
        names = "[...document.querySelectorAll('.choose')].map((one) => one.querySelector('.mock-name').textContent)"
        # The mock for another query is there, too, and says so.
        await page.until(f"JSON.stringify({names}) === {json.dumps(json.dumps([*order, 'maintenance'], separators=(',', ':')))}")
        assert "only with query page=9" in await page.text("[data-mock*=error_404_c]")
        assert await page.js("[...document.querySelectorAll('.choose .tag')].map((one) => one.closest('button') === document.activeElement && one.textContent)") == ["first match"]
        await page.shoot_all(f"first-{order[0]}", "#detail")
        await page.press("Enter")
        assert (await answer)[1] == json.dumps("error_404_c.json" if order[0] == "c" else "success_a.json")
    for name in ("success_a.json", "success_b.json", "error_404_c.json", "mocks.index.json"):
        await put(page, f"order/{name}")
    yield "answers with a mock"


async def with_settings(page):
    await page.press("2")
    await page.until("document.querySelectorAll('.folder').length === 3")
    assert "success_unfinished.json:2:16" in await page.text("#folders .problems")
    setting = "#folders [data-focus='setting any method /v1/staging/products']"
    await page.choose("#undecided", "firstMock")
    await page.until(f"document.querySelector(\"{setting} option\").textContent === 'default (emptyList)'")
    assert await page.text("#folders a[href*='emptyList'] .tag") == "answers any method"
    head = await page.text(".folder-head:has([data-focus='setting any method /v1/staging/products'])")
    assert "for paths that end with /v1/staging/products" in head and "By default" not in head, head
    await page.choose("#undecided", "hold")
    await page.until(f"document.querySelector(\"{setting} option\").textContent === 'default (hold)'")
    await page.choose(setting, "mock:products/error_404_notFound.json")
    await page.until("document.querySelector('#folders .is-set')")
    assert await page.text("#folders a[href*='notFound'] .tag") == "always answers any method"
    assert "notFound (404)" in await page.js("document.querySelector('#folders .is-set').title")
    assert await asking("/v1/staging/products") == (404, '{"error": "There is none."}')
    await page.until("document.querySelector('#rows .reason').textContent === 'error_404_notFound · always'")
    await page.click("a[href*='notFound']")
    await page.until("document.querySelector('#mock .code')")
    facts = "document.querySelector('#mock .facts').innerText"
    assert "any method, for paths that end with /v1/staging/products" in await page.text("#mock .facts")
    assert "Can answer" not in await page.js(facts)
    assert not await page.js("document.querySelector('#answer-with')")
    await page.shoot("mocks-light")
    await page.choose("#folders .is-set", "")
    await page.until("!document.querySelector('#folders .is-set')")
    # Another mock answers by default.
    await page.until(f"{facts}.includes('Can answer')")
    await page.choose("#undecided", "firstMock")
    await page.until(f"/Now answered by\\s+emptyList/.test({facts})")
    await page.click("#answer-with")
    await page.until("document.querySelector('#folders .is-set')?.value === 'mock:products/error_404_notFound.json'")
    await page.until(f"!{facts}.includes('Now answered by') && !document.querySelector('#answer-with')")
    # The way back is in the same place.
    assert await page.text("#use-default") == "Use the default again"
    await page.click("#use-default")
    await page.until("!document.querySelector('#folders .is-set, #use-default')")
    await page.click("#answer-with")
    await page.until("document.querySelector('#folders .is-set') && document.querySelector('#use-default')")
    # A chosen file that's gone is still shown.
    await put(page, "products/success_lost.json", "{}")
    await page.choose("#folders .is-set", "mock:products/success_lost.json")
    await page.until(f"{FOLDERS}.some((one) => one.settings['any method']?.mock === 'products/success_lost.json')")
    await put(page, "products/success_lost.json")
    await page.until("document.querySelector('#folders .is-set').selectedOptions[0]?.text === 'missing: success_lost.json'")
    await page.choose("#folders .is-set", "")
    await page.choose("#undecided", "hold")
    await page.until(f"{STATE}.undecided === 'hold' && !document.querySelector('#folders .is-set')")
    # A scenario may need a mock that's to be deleted.
    await page.click("a[href*='emptyList']")
    await page.until("document.querySelector('#mock h2')?.innerText === 'emptyList'")
    await page.click("#delete")
    await page.until("document.querySelector('#mock .problems').innerText.includes('The scenario “New user” needs it.')")
    await page.click("#mock .problems button:not(.danger)")
    # Mocks for any request can be chosen, too, after those for the path.
    general = "mock:General/error_503_maintenance.json"
    assert await page.js(f"[...document.querySelector(\"{setting}\").querySelectorAll('option')].at(-1).value") == general
    await page.choose(setting, general)
    await page.until("document.querySelector('#folders .is-set')")
    assert await asking("/v1/staging/products") == (503, '{"error": "Later."}')
    await page.choose("#folders .is-set", "")
    await page.until("!document.querySelector('#folders .is-set')")
    assert "Choose one of these in the menu of a path" in await page.text("#folders .folder-head")
    await page.click("#folders a[href*=maintenance]")
    await page.until("document.querySelector('#mock h2')?.innerText === 'maintenance'")
    assert "any request, if you choose it for a path" in await page.text("#mock .facts")
    yield "sets the response for a path"

    await page.press("3")
    await page.until("document.querySelector('[data-scenario=Payment]')?.offsetParent")
    assert "for method GET and paths that end with" in (await page.text(".cards")).replace(",", " and"), await page.text(".cards")
    await page.js("document.querySelector('[data-scenario=Payment]').focus()")
    await page.press("Enter")
    await page.until("document.querySelector('#strip').innerText.includes('step 1 of 2')")
    assert (await asking("/v1/staging/products"))[0] == 200
    await page.until("document.querySelector('#strip').innerText.includes('step 2 of 2')")
    assert (await page.text(".card [aria-current=step]")).startswith("validatedPayment 200 after 20 ms"), await page.text(".card [aria-current=step]")
    await page.shoot("scenario-light")
    assert await asking("/payments") == (200, '{"state": "valid"}')
    await page.until("document.querySelector('#strip').hidden")
    await page.until("document.querySelector('#toast-text').textContent === 'The scenario “Payment” has ended.'")
    links = await page.js("[...document.querySelectorAll('.steps a')].map((one) => decodeURIComponent(one.hash))")
    assert "#mocks/payments/success_200_20ms_validatedPayment.json" in links, links
    # It doesn't say so if a person turns it off.
    await page.js("document.querySelector('#toast-text').textContent = ''")
    for text in ("Turn off", "Turn on"):
        await page.click("[data-scenario=Payment]")
        await page.until(f"document.querySelector('[data-scenario=Payment]').innerText === '{text}'")
    assert await page.text("#toast-text") == ""
    # A scenario for the same requests replaces it.
    await page.click("[data-scenario=Payment]")
    await page.until("document.querySelector('#strip').innerText.includes('step 1 of 2')")
    text = await page.js("""import('/__teapot/store.js').then(({ store, changed, fetchState }) => {
        store.state.activeScenarios = [{ ...store.state.activeScenarios[0], name: 'Delivery' }];
        changed('state');
        const text = document.querySelector('#toast-text').textContent;
        return fetchState().then(() => text);
    })""")
    assert text == "The scenario “Delivery” replaces “Payment”.", text
    await page.click("[data-scenario=Payment]")
    await page.until("document.querySelector('#strip').hidden")
    yield "runs a scenario to its end"


async def with_files(page):
    await page.choose("#undecided", "firstMock")
    await page.until(f"{STATE}.undecided === 'firstMock'")
    await page.press("2")
    await page.click("#mocks-form [data-focus='4xx']")
    await page.until("document.querySelectorAll('#folders a.row').length === 1")
    await page.click("#mocks-form [data-focus=all]")
    await page.until("document.querySelectorAll('#folders a.row').length === 6")
    # A chip shows the methods that mocks answer, even if their names have none.
    assert await page.js("""import('/__teapot/store.js').then(async ({ store, changed }) => {
        const { folders } = store.mocks;
        store.mocks.folders = [{ ...folders[0], mocks: folders[0].mocks.map((mock) => ({ ...mock, methods: 'GET' })) }];
        changed('mocks');
        const chips = [...document.querySelectorAll('#mocks-form .chip')].map((chip) => chip.textContent);
        store.mocks.folders = folders;
        changed('mocks');
        return chips.includes('GET') && !chips.includes('any method');
    })""")
    await page.press("/")
    # A word that is only in the file.
    await page.type("green")
    await page.until("document.querySelectorAll('#folders a.row').length === 1")
    await page.shoot("mocks-search-light")
    await page.press("Enter")
    await page.press("Enter")
    await page.until("document.querySelector('#edit') && document.querySelector('#mock h2').innerText === document.querySelector('#folders a.row .mock-name').innerText")
    await page.press("e")
    await page.until("document.activeElement.matches('#mock .area')")
    yield "searches the files of mocks"

    await page.type("x")
    await page.until("document.querySelector('#mock .error-text').textContent.startsWith('Line 1, column 1: ')")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Not saved. Line 1, column 1: ')")
    assert await page.text("#answer") == "Save"
    await page.js("import('/__teapot/store.js').then((dom) => { dom.closeToast(); document.querySelector('#answer').focus(); })")
    await page.press("Enter")
    await page.until("!document.querySelector('#toast').hidden")
    await page.until("document.activeElement.matches('#mock .area') && document.activeElement.selectionStart === 0")
    await page.js("document.querySelector('#mock .area').select()")
    await page.type('{"products": ["black tea"]}')
    # What is written stays while another mock is open.
    await page.press("Escape")
    await page.js("location.hash = '#mocks/products%2Fsuccess_emptyList.json'")
    await page.until("document.querySelector('#mock h2')?.innerText === 'emptyList'")
    await page.until("document.querySelector('#folders a[href*=productList]').innerText.includes('edited')")
    # A tab leads back to what was open.
    await page.press("1")
    await page.until("document.querySelector('#requests-view').offsetParent")
    await page.press("2")
    await page.until("document.querySelector('#mock h2')?.innerText === 'emptyList'")
    await page.js("location.hash = '#mocks/products%2Fsuccess_emptyList.json'")
    assert not await page.js("document.querySelector('#mock .draft')")
    await page.js("location.hash = '#mocks/products%2Fsuccess_productList.json'")
    await page.until("document.querySelector('#mock .area')?.value.includes('black tea')")
    await page.shoot("edit-light")
    # Saved once, although the button is pressed twice.
    await page.js("document.querySelector('#answer').click(); document.querySelector('#answer').click()")
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Saved as products/success_productL')")
    await page.until("document.querySelector('#mock .code')?.innerText.includes('black tea')")
    assert await asking("/v1/staging/products") == (200, '{"products": []}')
    assert (await page.text("#toast-text")).startswith("Saved ")
    assert await page.js("""(async () => {
        const [{ store }, { kept }] = await Promise.all([import('/__teapot/store.js'), import('/__teapot/parts.js')]);
        const { mocks } = store;
        store.mocks = { folder: '/tmp/teapot-sample-1A2B/Mocks' };
        const text = kept();
        store.mocks = mocks;
        return kept() + text;
    })()""") == " The sample is deleted when the server stops: to keep your changes, copy its folder /tmp/teapot-sample-1A2B/Mocks."
    # The word is no longer in it.
    await page.until("document.querySelector('#folders').innerText.includes('No mock matches.')")
    await page.click("#mocks-form [data-focus=all]")
    await page.until("document.querySelectorAll('#folders a.row').length === 6")
    await page.choose("#folders [data-focus='setting any method /v1/staging/products']", "mock:products/success_productList.json")
    await page.until("document.querySelector('#folders .is-set')")
    assert await asking("/v1/staging/products") == (200, '{"products": ["black tea"]}')
    yield "edits the file of a mock, and the next request gets it"

    await page.press("e")
    await page.until("document.activeElement.matches('#mock .area')")
    assert ask("/touch?tea=Green", "POST", CONTROL)[0] == 204
    await page.type("  ")
    await page.js("import('/__teapot/store.js').then((dom) => dom.toast('An old error.', true))")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#mock .draft .problems').innerText.includes('Overwrite')")
    assert await page.js("document.querySelector('#answer').disabled && document.querySelector('#toast').hidden")
    await page.press("Enter", modifiers=2)
    assert "Green tea" in (await asking("/v1/staging/products"))[1]
    await page.shoot("conflict-light")
    await page.click("#mock .draft .problems button")
    await page.until("document.querySelector('#mock .area').value.includes('Green tea')")
    assert not await page.js("document.querySelector('#answer').disabled")
    assert await page.js("document.querySelector('#mock .draft .problems').hidden")
    assert await page.text("#close") == "Close"
    # A step of a scenario finds a file with the same name, but not one with another.
    line = "document.querySelector('#mock .draft p.muted').innerText"
    for field, value, effect in (("[min='0']", 20, ""), (".wide input", "other", "; the scenario “Payment” refers to the old file")):
        former = await page.js(f"document.querySelector(\"#mock .draft-head {field}\").value")
        for now, rest in ((value, effect), (former, "")):
            await page.js(f"(() => {{ const field = document.querySelector(\"#mock .draft-head {field}\"); field.value = '{now}'; field.dispatchEvent(new Event('input', {{bubbles: true}})); }})()")
            assert (await page.js(line)).endswith(".json" + rest), await page.js(line)
    # The choice also appears before anything is saved.
    await page.js("document.querySelector('#mock .area').select()")
    await page.type('{"products": ["my tea"]}')
    # Formatting is a single input, so that long text takes no seconds and it can be undone.
    await page.js("window.inputs = 0; document.querySelector('#mock .area').addEventListener('input', () => inputs += 1)")
    await page.js("[...document.querySelectorAll('#mock .draft button')].find((one) => one.textContent === 'Format').click()")
    assert "\n    \"my tea\"\n" in await page.js("document.querySelector('#mock .area').value")
    await page.js("document.execCommand('undo')")
    assert await page.js("document.querySelector('#mock .area').value") == '{"products": ["my tea"]}'
    assert await page.js("window.inputs") == 2
    assert ask("/touch?tea=Red", "POST", CONTROL)[0] == 204
    await page.until("document.querySelector('#mock .draft .problems').innerText.includes('has changed on disk')")
    assert await page.js("document.querySelector('#mock .area').value") == '{"products": ["my tea"]}'
    await page.click("#mock .draft .problems .danger")
    await page.until("document.querySelector('#mock .code')?.innerText.includes('my tea')")
    assert await asking("/v1/staging/products") == (200, '{"products": ["my tea"]}')
    yield "offers a choice when the edited file has changed on disk"

    await page.press("e")
    await page.until("document.activeElement.matches('#mock .area')")
    await page.type("  ")
    await page.click("#close")
    await page.until("document.activeElement.textContent === 'Keep editing'")
    await page.press("Escape")
    await page.click("#mock .draft .problems button")
    await page.until("document.activeElement.matches('#mock .area') && document.activeElement.value.includes('my tea')")
    await page.press("Escape")
    await page.click("#mock .draft .problems .danger")
    await page.until("!document.querySelector('#mock .area')")
    assert ask("/touch?tea=Green", "POST", CONTROL)[0] == 204
    await page.until("document.querySelector('#mock .code')?.innerText.includes('Green tea')")
    yield "asks before it drops what is written"

    await page.js("location.hash = '#mocks/products%2Fsuccess_unfinished.json'")
    await page.until("document.querySelector('#mock .problems')?.innerText.includes('success_unfinished.json:2:16')")
    await page.press("e")
    await page.until("document.querySelector('#mock .error-text')?.textContent.startsWith('Line 2, column 16: ')")
    await page.shoot("edit-wrong-light")
    await page.press("Escape")
    await page.until("!document.querySelector('#mock .area')")
    await page.choose("#folders .is-set", "")
    await page.until("!document.querySelector('#folders .is-set')")
    assert ask("/break?text=%7B", "POST", CONTROL)[0] == 204
    await page.press("3")
    await page.until("document.querySelector('[data-count=scenarios]').innerText === '1 problem'")
    await page.press("1")
    await page.until("document.querySelector('[data-count=mocks]').innerText === '2 problems'")
    assert ask("/break", "POST", CONTROL)[0] == 204
    await page.until("document.querySelector('[data-count=mocks]').innerText === '1 problem'")
    await page.until("!document.querySelector('[data-count=scenarios].wrong')")
    await page.press("2")
    yield "opens the file of a mock that can't be used"


async def put(page, path, text=None):
    """Writes a file into the folder of mocks, or deletes it, and lets the page look."""
    store = "import('/__teapot/store.js').then(({ store, fetchMocks }) => "
    file = os.path.join(await page.js(f"{store}store.mocks.folder)"), path)
    if text is None:
        os.remove(file)
    else:
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w") as handle:
            handle.write(text)
    await page.js(f"{store}fetchMocks())")


async def edit(page, path):
    await page.js(f"location.hash = '#mocks/{path.replace('/', '%2F')}'")
    await page.until(f"document.querySelector('#mock .facts')?.innerText.includes({json.dumps(path)}) && document.querySelector('#edit')")
    await page.click("#edit")
    await page.until("document.activeElement.matches('#mock .area')")


async def with_gone_file(page):
    question = "document.querySelector('#mock .draft .problems')"
    for isDirect in (False, True):
        await put(page, "gone/success_gone.json", "{}")
        await edit(page, "gone/success_gone.json")
        await page.js("document.querySelector('#mock .area').select()")
        await page.type('{"a": 1}')
        await put(page, "gone/success_gone.json")
        if isDirect:
            await page.press("s", modifiers=2)
        await page.until(f"{question}.innerText.startsWith('The file is gone: it was renamed or deleted on disk.')")
        assert await page.js("document.querySelector('#answer').disabled && document.activeElement.matches('#mock .area')")
        assert "can’t be shown" not in await page.text("#mock")
        await page.shoot("gone-file-light")
        if isDirect:
            await page.click("#renew")
            await page.until("document.querySelector('#mock .draft h3').innerText === 'A new mock for GET /gone'")
            assert await page.js("document.querySelector('#mock .area').value") == '{"a": 1}'
            await page.press("Enter", modifiers=2)
            await page.until("document.querySelector('#toast-text').textContent.startsWith('Saved as gone/success_200_GET_gone.json; it answers GET /gone now.')")
            assert await asking("/gone") == (200, '{"a": 1}')
            assert "file gone" not in await page.text("#folders")
            await put(page, "gone/success_200_GET_gone.json")
        else:
            # It's back, as when another branch was checked out for a while.
            await put(page, "gone/success_gone.json", "{}")
            await page.until(f"{question}.hidden")
            assert await page.js("document.querySelector('#mock .area').value") == '{"a": 1}'
            await put(page, "gone/success_gone.json")
            await page.until(f"{question}.innerText.startsWith('The file is gone')")
            await page.click("#mock .draft .problems .danger")
            await page.until("location.hash === '#mocks' && document.querySelector('#mock').innerText.includes('Nothing is selected.')")
    # What was written stays while something else is open.
    await put(page, "gone/success_gone.json", "{}")
    await edit(page, "gone/success_gone.json")
    await page.type(" ")
    await page.js("location.hash = '#mocks'")
    await put(page, "gone/success_gone.json")
    row = "document.querySelector('#folders > ul a.row')"
    await page.until(f"{row}?.innerText.replace(/\\s+/g, ' ') === 'The file gone/success_gone.json edited, file gone'")
    await page.js(f"{row}.click()")
    await page.until(f"{question}?.innerText.startsWith('The file is gone')")
    await page.click("#mock .draft .problems .danger")
    yield "keeps what is written for a file that's gone"


async def with_unsent_body(page):
    await put(page, "gone/success_204_DELETE_gone.json", '{"a": "b"}')
    await page.js("location.hash = '#mocks/gone%2Fsuccess_204_DELETE_gone.json'")
    await page.until("document.querySelector('#mock').innerText.includes('A response with status 204 has no body, so the file’s 10 bytes aren’t sent.')")
    await edit(page, "gone/success_204_DELETE_gone.json")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#mock .draft .problems').innerText.startsWith('Not saved: a response with status 204 is sent without its body.')")
    await page.press("Escape")
    await page.until("!document.querySelector('#mock .draft')")
    await put(page, "gone/success_204_DELETE_gone.json")
    await page.js("location.hash = '#mocks'")
    yield "says that the file of a 204 isn't sent"


async def with_wrong_text(page):
    await put(page, "wrong/success_wrong.json", "{}")
    await edit(page, "wrong/success_wrong.json")
    assert not await page.text("#mock .error-line")
    await page.type("x")
    await page.until("document.querySelector('#mock .error-line').innerText.endsWith('so correct it before you save. To send invalid JSON, choose “New mock” above the list.')")
    await page.shoot_all("advice", "#mock")
    await page.js("document.querySelector('#mock .draft-head textarea').select()")
    await page.type("Content-Type: text/plain")
    # The server checks a .json file whatever type the headers state, unless they state events.
    assert "so correct it before you save" in await page.text("#mock .error-line")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Not saved. Line 1, column 1: ')")
    await page.js("document.querySelector('#mock .draft-head textarea').select()")
    await page.type("Content-Type: text/event-stream")
    assert not await page.text("#mock .error-line")
    await page.press("Escape")
    await page.click("#mock .draft .danger")
    await put(page, "wrong/success_wrong.json")
    # A .txt file may be any text, even with this type.
    await put(page, "wrong/success_text.headers.json", '{"Content-Type": "application/json"}')
    await put(page, "wrong/success_text.txt", "{")
    await edit(page, "wrong/success_text.txt")
    assert await page.text("#mock .error-line") == "Line 1, column 2: expected a name in quotes or “}”, found the end of the text.", await page.text("#mock .error-line")
    await page.type(" ")
    # The reason isn't the text.
    await put(page, "wrong/success_b.txt", "b")
    name = "[...document.querySelectorAll('#mock .draft-head label')].find((one) => one.firstChild.data === 'Name').querySelector('input')"
    await page.js(f"{name}.select()")
    await page.type("b")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').innerText === 'Not saved. There’s already “success_b.txt”. Choose another name.'")
    await page.js(f"{name}.select()")
    await page.type("text")
    assert (await page.text("#mock .draft p.muted")).startswith("Saves success_text.txt")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Saved as wrong/success_text.txt')")
    assert (await asking("/wrong"))[1] == "b"
    await put(page, "wrong/success_b.txt")
    assert (await asking("/wrong"))[1].strip() == "{"
    # The headers of a mock with a problem aren't known.
    await page.js("location.hash = '#mocks'")
    await put(page, "wrong/success_text.headers.json", "{")
    await put(page, "wrong/success_text.txt", "plain text")
    await edit(page, "wrong/success_text.txt")
    assert not await page.text("#mock .error-line"), await page.text("#mock .error-line")
    await page.press("Escape")
    await put(page, "wrong/success_text.headers.json")
    await put(page, "wrong/success_text.txt")
    await page.click("#new-mock")
    await page.js("document.querySelectorAll('#mock .draft-head input')[0].select()")
    await page.type("wrong")
    await page.js("document.querySelector('#mock .area').select()")
    await page.type("{")
    await page.press("Enter", modifiers=2)
    await page.click("#mock .draft .problems button")
    await page.until("document.querySelector('#mock h2')?.innerText === 'wrong'")
    assert await asking("/wrong") == (200, "{")
    await put(page, "wrong/success_200_GET_wrong.txt")
    await put(page, "wrong/success_200_GET_wrong.headers.json")
    await page.js("location.hash = '#mocks'")
    yield "says at once why invalid JSON can't be saved, and what to do"


async def with_long_text(page):
    await put(page, "big/success_big.json", json.dumps([{"id": number, "name": "tea"} for number in range(3000)], indent=2))
    await edit(page, "big/success_big.json")
    # All lines are there at once, and the text isn't there a second time.
    assert await page.js("document.querySelectorAll('#mock .numbers div').length") > 10_000
    assert not (await page.js("document.querySelector('#mock .layer').textContent")).strip()
    assert await page.js("getComputedStyle(document.querySelector('#mock .area')).color !== 'rgba(0, 0, 0, 0)'")
    # It's checked in a pause, or when it's saved.
    await page.js("document.querySelector('#mock .area').setSelectionRange(0, 0)")
    await page.type("x")
    assert await page.js("document.querySelector('#mock .error-text').hidden")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Not saved. Line 1, column 1: ')")
    assert await page.text("#mock .error-text") == "Line 1, column 1: expected a value, found “x”."
    await page.js("document.querySelector('#mock .area').setSelectionRange(0, 1)")
    await page.type(" ")
    assert not await page.js("document.querySelector('#mock .error-text').hidden")
    await page.until("document.querySelector('#mock .error-text').hidden")
    # A short text has colors, which go at once when it becomes long.
    await page.js("document.querySelector('#mock .area').select()")
    await page.type(json.dumps(["y" * 24_980]))
    assert await page.js("document.querySelector('#mock .layer .t-string') !== null")
    for _ in range(3):
        await page.type(" " * 20 + "\n")
        length, layer, numbers, lines = json.loads(await page.js("""(() => {
            const area = document.querySelector('#mock .area');
            return JSON.stringify([area.value.length, document.querySelector('#mock .layer').textContent.trim().length,
                document.querySelectorAll('#mock .numbers div').length, area.value.split('\\n').length]);
        })()"""))
        assert numbers == lines and (layer == 0) == (length > 25_000), (length, layer, numbers, lines)
    assert length > 25_000
    await page.js("document.querySelector('#mock .area').select()")
    await page.type('{"a": 1}')
    assert await page.js("document.querySelector('#mock .layer .t-number').textContent") == "1"
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#mock .code')?.innerText.includes('\"a\": 1')")
    await put(page, "big/success_big.json")
    await page.js("location.hash = '#mocks'")
    yield "edits a long text without delay"


async def with_new_files(page):
    await page.press("2")
    await page.click("#new-mock")
    await page.until("document.activeElement.matches('#mock .draft input')")
    assert await page.js("location.hash") == "#mocks/new"
    path, name, method = (f"[...document.querySelectorAll('#mock .draft-head label')].find((one) => one.firstChild.data === '{one}').querySelector('input, select')" for one in ("Path", "Name", "Method"))
    await page.js(f"{path}.select()")
    await page.type("../out")
    await page.press("Enter", modifiers=2)
    assert await page.js(f"{path}.matches(':invalid')") and "A part of a path can’t be “.” or “..”." in await page.text("#mock .draft")
    file = "document.querySelector('#mock .draft p code')?.innerText"
    # The name follows the path until it's typed.
    for text, value in (("users/{id}", "users"), ("cups/404", "mock-404"), ("", "name")):
        await page.js(f"{path}.select()")
        await (page.type(text) if text else page.js("document.execCommand('delete')"))
        assert await page.js(f"{name}.value") == value, text
    for text, advice in (
            ("/tea?page=2", "Leave out the query; write it as a condition in the folder’s “mocks.index.json”."), ("https://api.test/tea2", "Leave out https://api.test."),
            ("/tea3/:id", "Write {id} instead of :id."), ("tea4/*", "“*” matches only itself; write {id} for any one segment."),
            ("users/{id/x", "“{id” has no “}”."), ("users/[0-9]+", "“[0-9]+” isn’t a pattern; write {id} for any value.")):
        await page.js(f"{path}.select()")
        await page.type(text)
        assert advice in await page.text("#mock .draft"), (text, await page.text("#mock .draft"))
        assert await page.js(f"{path}.matches(':invalid')")
    # What is written stays while something else is open, and is marked.
    await page.js("location.hash = '#mocks'")
    await page.until("document.querySelector('#new-mock').innerText === 'New mock (unsaved)'")
    await page.click("#new-mock")
    await page.until("document.querySelector('#mock .draft')")
    # The preview is the file's real name, in which some characters are percent-encoded.
    await page.js(f"{path}.select()")
    await page.type("tea cups/{tea id}/a*b/ö.")
    await page.js(f"{name}.select()")
    await page.js("document.execCommand('delete')")
    assert "An empty name becomes “name”" in await page.text("#mock .draft")
    await page.type("404")
    assert "“404” has a special meaning in file names, so it becomes mock-404" in await page.text("#mock .draft")
    assert await page.js(file) == "tea%20cups/{tea%20id}/a%2Ab/ö%2E/success_200_GET_mock-404.json", await page.js(file)
    real = STATE.replace("api/state', {", "api/mocks', {method: 'POST', body: JSON.stringify({method: 'GET', path:"
        " 'tea cups/{tea id}/a*b/ö.', name: '404', response: {body: '{}'}}),").replace("headers: {", "headers: {'Content-Type': 'application/json', ")
    assert (await page.js(f"(async () => {real}.files[0])()")) == await page.js(file)
    await page.click("#folders a[href*='mock-404']")
    await page.click("#delete")
    await page.click("#delete-mock")
    await page.until("!document.querySelector('#folders a[href*=mock-404]')")
    # An existing folder keeps its name.
    await put(page, "tea/pots/success_POST_m.json", "{}")
    await page.click("#new-mock")
    await page.until("document.activeElement.matches('#mock .draft input')")
    line = "document.querySelector('#mock .draft p.muted').innerText"
    for place, kind, text, code in (("Tea/pots", "POST", "z", 404), ("tea/new", "POST", "a", 200), ("tea/pots", "POST", "a", 200)):
        await page.js(f"{path}.select()")
        await page.type(place)
        await page.js(f"{method}.value = '{kind}'; document.querySelector('#mock .draft-head [type=number]').value = {code}; {name}.select()")
        await page.type(text)
        made = f"Creates {place.lower()}/{'success' if code < 400 else 'error'}_{code}_{kind}_{text}.json"
        assert await page.js(line) == made, (made, await page.js(line))
    # It may answer instead of another one.
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Saved as tea/pots/success_200_POST_a.json; it answers POST /tea/pots now, instead of success_POST_m.json.')")
    await put(page, "tea/pots/success_200_POST_a.json")
    await put(page, "tea/pots/success_POST_m.json")
    await page.click("#new-mock")
    await page.until("document.activeElement.matches('#mock .draft input')")
    await page.js(f"{path}.select()")
    await page.type("tea/cups")
    assert await page.js(f"{name}.value") == "cups"
    await page.js(f"{name}.select()")
    await page.type("small")
    await page.js(f"{method}.value = 'POST'; {method}.dispatchEvent(new Event('input', {{bubbles: true}})); 1")
    await page.until("document.querySelector('#mock .draft p code')?.innerText === 'tea/cups/success_200_POST_small.json'")
    await page.js("document.querySelector('#mock .draft-head textarea').select()")
    await page.type("Content-Type: application/json\nSet-Cookie: a=b")
    await page.shoot_all("new", "#mock")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#mock h2')?.innerText === 'small'")
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Saved as ')")
    toast = await page.text("#toast-text")
    assert toast.startswith("Saved as tea/cups/success_200_POST_small.json; it answers POST /tea/cups now.") and "Left out" not in toast, toast
    assert "Set-Cookie" in await page.text("#mock .fields")
    assert await page.js("document.querySelector(\"#folders [data-focus='setting POST /tea/cups'] option\").text") == "default (small)"
    await page.until("document.querySelector('#folders a[aria-current]')?.hash.endsWith('small.json')")
    await page.click("#duplicate")
    await page.until("document.activeElement.matches('#mock .area')")
    assert await page.js(f"{name}.value") == "smallCopy"
    # A copy isn't an edit of the file.
    await page.type(" ")
    await page.js("import('/__teapot/store.js').then(({ fetchMocks }) => fetchMocks())")
    assert "edited" not in await page.text("#folders")
    await page.until("document.querySelector('#folders a[href*=small] .tag:not(.use)')?.innerText === 'unsaved copy'")
    assert await page.js(line) == "Creates success_200_POST_smallCopy.json"
    delay = "[...document.querySelectorAll('#mock .draft-head label')].find((one) => one.firstChild.data === 'Delay (ms)').querySelector('input')"
    status = delay.replace("Delay (ms)", "Status")
    await page.js(f"{delay}.select()")
    await page.type("250")
    await page.until(f"{line} === 'Creates success_200_250ms_POST_smallCopy.json'")
    await page.shoot("copy-light")
    await page.js(f"{delay}.select()")
    await page.type("0")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#mock h2')?.innerText === 'smallCopy'")
    await page.until("document.querySelector('#toast-text').textContent === 'Saved as tea/cups/success_200_POST_smallCopy.json; success_200_POST_small.json still answers POST /tea/cups.'")
    # The same name again would replace a file.
    await page.js("location.hash = '#mocks/tea%2Fcups%2Fsuccess_200_POST_small.json'")
    await page.until("document.querySelector('#mock h2')?.innerText === 'small'")
    await page.click("#duplicate")
    await page.until("document.activeElement.matches('#mock .area')")
    assert await page.js(f"{name}.value") == "smallCopy-2"
    # A copy may have another method, and another path.
    await page.choose("#mock .draft select", "PUT")
    await page.js(f"{method}.dispatchEvent(new Event('input', {{bubbles: true}}))")
    assert await page.js(line) == "Creates success_200_PUT_smallCopy.json", await page.js(line)
    await page.js(f"{path}.select()")
    await page.type("tea/mugs")
    assert await page.js(line) == "Creates tea/mugs/success_200_PUT_smallCopy.json", await page.js(line)
    await page.press("Enter", modifiers=2)
    await page.until("location.hash.endsWith('tea%2Fmugs%2Fsuccess_200_PUT_smallCopy.json') && document.querySelector('#delete')")
    assert ask("/tea/mugs", "PUT")[0] == 200
    await put(page, "tea/mugs/success_200_PUT_smallCopy.json")
    await put(page, "tea/mugs/success_200_PUT_smallCopy.headers.json")
    await page.js("location.hash = '#mocks/tea%2Fcups%2Fsuccess_200_POST_smallCopy.json'")
    await page.until("document.querySelector('#mock h2')?.innerText === 'smallCopy'")
    await page.click("#duplicate")
    await page.until("document.activeElement.matches('#mock .area')")
    await page.js(f"{name}.select()")
    await page.type("small")
    assert await page.js(line) == "There’s already tea/cups/success_200_POST_small.json. Choose another name."
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').innerText === 'Not saved. There’s already “success_200_POST_small.json”. Choose another name.'")
    await page.press("Escape")
    await page.click("#mock .draft .danger")
    await page.until("document.activeElement.id === 'duplicate'")
    # Another mock may answer afterwards, and a setting may keep all mocks from it.
    for one in ("a", "b"):
        await put(page, f"still/success_{one}.json", "{}")
    await page.until(f"{FOLDERS}.some((one) => one.folder === '/still')")
    await page.js("import('/__teapot/store.js').then(({ fetchMocks }) => fetchMocks())")
    for old, code, effect in (("success_a", 404, "; success_b.json answers GET /still now, instead of it."),
                              ("success_b", 201, "; it answers GET /still now.")):
        await edit(page, f"still/{old}.json")
        await page.js(f"document.querySelector('#mock .draft-head [type=number]').value = {code}")
        await page.press("Enter", modifiers=2)
        new = f"{'error' if code == 404 else 'success'}_{code}_{old[-1]}"
        await page.until(f"document.querySelector('#toast-text').textContent === 'Saved as still/{new}.json{effect}'")
    await page.js("import('/__teapot/store.js').then(({ api, fetchMocks }) => api.set('/still', { kind: 'unanswered' }, 'GET').then(fetchMocks))")
    assert (await asking("/still"))[0] == 404
    await edit(page, "still/error_404_a.json")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').textContent === 'Saved as still/error_404_a.json. To use it, choose it for its path.'")
    await page.press("1")
    await open_newest(page, "/still")
    text = await page.text("#detail")
    assert "A mock matches" not in text, text
    assert await page.js("document.querySelector('#detail select').selectedOptions[0].text") == "always return 404"
    await page.choose("#detail select", "")
    await page.press("2")
    for one in ("error_404_a", "success_201_b"):
        await put(page, f"still/{one}.json")
    await page.js("location.hash = '#mocks/tea%2Fcups%2Fsuccess_200_POST_smallCopy.json'")
    await page.until("document.querySelector('#mock h2')?.innerText === 'smallCopy' && document.querySelector('#duplicate')")
    # The file's name has the status and the delay. A setting follows it.
    await page.choose("#folders [data-focus='setting POST /tea/cups']", "mock:tea/cups/success_200_POST_smallCopy.json")
    await page.until("document.querySelector('#folders .is-set')")
    await page.click("#edit")
    await page.until("document.activeElement.matches('#mock .area')")
    await page.js(f"{status}.select()")
    await page.type("503")
    await page.js(f"{delay}.select()")
    await page.type("20")
    await page.js("document.querySelector('#mock .draft-head textarea').select()")
    await page.type("X-Tea: green")
    assert await page.js(line) == "Renames the file to error_503_20ms_POST_smallCopy.json"
    assert await page.text("#close") == "Discard changes"
    assert "To change the method or the path, close this form and duplicate the mock." in await page.text("#mock .draft")
    await page.shoot_all("rename", "#mock")
    await page.press("s", modifiers=2)
    await page.until("location.hash === '#mocks/tea%2Fcups%2Ferror_503_20ms_POST_smallCopy.json' && document.querySelector('#mock .fields')?.innerText.includes('X-Tea')")
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Saved as tea/cups/error_503_20ms_POST_smallCopy.json')")
    await page.until(f"{FOLDERS}.some((one) => one.settings.POST?.mock === 'tea/cups/error_503_20ms_POST_smallCopy.json')")
    assert ask("/tea/cups", "POST")[0] == 503
    await page.choose("#folders .is-set", "")
    await page.until("!document.querySelector('#folders .is-set')")
    # Names that a person wrote keep their form.
    names = await page.js("""import('/__teapot/draft.js').then(({ renamed }) => [
        ['success_allProducts.json', 'allProducts', 200, 0, 200, 0.25], ['success_allProducts.json', 'allProducts', 200, 0, 503, 0],
        ['list.json', 'list', 200, 0, 404, 2], ['error.json', 'error', 400, 0, 400, 1], ['success_POST_201_1.5s_x.y_z.json', 'x.y_z', 201, 1.5, 201, 0],
        ['success_POST_201_x.json', 'x', 201, 0, 201, 0], ['ERROR_404_x', 'x', 404, 0, 410, 0], ['success_200.json', 'success_200', 200, 0, 404, 0],
        ['success_200_404_2s_x.json', '404_2s_x', 200, 0, 200, 0.1],
    ].map(([path, name, status, delay, next, later]) => renamed({ path: `a/${path}`, name, status, delay }, { status: next, delay: later, name })).join(' '))""")
    assert names == ("success_250ms_allProducts.json error_503_allProducts.json 404_2000ms_list.json error_1000ms.json success_201_POST_x.y_z.json"
        " success_POST_201_x.json ERROR_410_x error_404.json success_200_100ms_404_2s_x.json"), names
    await page.click("#delete")
    await page.until("document.activeElement.id === 'delete-mock'")
    await page.shoot("delete-light")
    # A change elsewhere doesn't take the question away.
    await page.until("document.querySelector('#mock .facts').innerText.includes('Now answered by')")
    await page.js("import('/__teapot/store.js').then(({ api, fetchMocks }) => api.set('/tea/cups', { kind: 'hold' }).then(fetchMocks))")
    await page.until("!document.querySelector('#mock .facts').innerText.includes('Now answered by')")
    assert await page.js("document.activeElement.id === 'delete-mock'")
    await page.press("Enter")
    await page.until("document.querySelector('#toast-text').textContent === 'Deleted tea/cups/error_503_20ms_POST_smallCopy.json.'")
    await page.until("location.hash === '#mocks' && !document.querySelector('#folders a[href*=Copy]')")
    await page.click("#folders a[href*=small]")
    await page.click("#delete")
    await page.click("#delete-mock")
    await page.until("document.querySelectorAll('#folders a.row').length === 6")
    # A phone breaks a file's name before its extension.
    pieces = await page.js("[...document.querySelector('#folders a.row .reason .path').childNodes].map((one) => one.data)")
    assert pieces[-2] == ".json" and pieces[-3] is None, pieces
    yield "creates, copies and deletes a mock"

    assert await page.js("""import('/__teapot/store.js').then(({ store, changed }) => {
        const { mocks } = store;
        store.mocks = { ...mocks, folder: undefined, folders: [], count: 0 };
        changed('mocks');
        const [text] = [document.querySelector('#mock').textContent];
        store.mocks = mocks;
        changed('mocks');
        return text;
    })""") == "There are no files to edit.To edit mocks here, create a folder, such as Mocks, and run: teapot serve Mocks --openapi api.yaml"
    yield "says how to edit mocks besides a document"

    assert await page.js("""import('/__teapot/store.js').then(({ store, changed }) => {
        const { scenarios } = store, texts = [];
        for (const folder of ['/tmp/Tea/Scenarios', undefined]) {
            store.scenarios = { scenarios: [], problems: [], hasFolder: Boolean(folder), folder };
            changed('scenarios');
            texts.push(document.querySelector('#scenarios').textContent);
        }
        store.scenarios = scenarios;
        changed('scenarios');
        const [first] = texts.map((text) => JSON.parse(text.slice(text.indexOf('{'))));
        return first.steps[0].folder === '/payments' && first.steps[0].responseFileName === 'success_200_20ms_validatedPayment.json'
            && texts[0].includes('a file such as /tmp/Tea/Scenarios/Payment.json')
            && texts[1].includes(`create the folder “Scenarios” next to ${store.mocks.folder}, and restart`);
    })""")
    yield "names the folder of scenarios where there are none"


async def with_journal(page):
    await page.choose("#undecided", "unanswered")
    await page.until(f"{STATE}.undecided === 'unanswered'")
    await page.press("1")
    status, _ = await asking("/%3Cb%3E/<img/src=x/onerror=isHacked=1>?<script>isHacked=1</script>")
    assert status == 404
    await page.until("document.querySelector('#rows a.row').innerText.includes('isHacked')")
    await page.js("document.querySelector('#rows a.row').focus()")
    await page.press("Enter")
    await page.until("document.querySelector('#detail h2')?.innerText.includes('<script>isHacked=1</script>')")
    assert "Why nothing answered" in await page.text("#detail")
    assert await page.text("#detail dt") == "Sent"
    assert not await page.js("document.querySelector('#detail details').open")
    assert await page.js("window.isHacked === undefined && !document.querySelector('main script, #rows img')")
    await page.shoot("unanswered-light")
    assert (await asking("/picture"))[0] == 200
    await open_newest(page, "/picture")
    await page.until("document.querySelector('#detail img.picture')?.naturalWidth === 40")
    assert await page.js("window.isHacked === undefined && !document.querySelector('#detail svg, #detail script')")
    await page.shoot_all("picture")
    yield "shows markup as text"

    assert (await asking("/payments"))[0] == 404
    await open_newest(page, "/payments")
    later = "#detail [data-focus='setting any method /payments']"
    await page.until(f"document.querySelector(\"{later} option\")?.textContent === 'default (return 404)'")
    # The mock for the path had no part in the answer.
    assert not await page.js("document.querySelector('#open-mock')")
    await page.choose(later, "mock:payments/success_200_20ms_validatedPayment.json")
    await page.until("document.querySelector('#toast-text').textContent === 'Applies to requests to /payments until the server stops.'")
    assert await asking("/payments") == (200, '{"state": "valid"}')
    await page.until("document.querySelector('#rows a.row .status').textContent === '200'")
    await open_newest(page, "/payments")
    await page.until(f"document.querySelector(\"{later}.is-set\")?.value.startsWith('mock:payments/')")
    await page.choose(later, "")
    await page.until(f"{FOLDERS}.every((one) => !Object.keys(one.settings)[0]) && !document.querySelector('#detail .is-set')")
    await page.until("document.querySelector('#toast-text').textContent === 'Requests to /payments use the default again.'")
    assert (await asking("/payments"))[0] == 404
    yield "sets the response for requests like an answered one"

    await page.press("/")
    await page.type("green tea 202")
    await page.until("document.querySelectorAll('#rows a.row').length === 1")
    await page.press("Enter")
    await page.press("j")
    await page.press("Enter")
    await page.until("document.querySelector('#detail').innerText.includes('Green tea')")
    await page.shoot("entry-light")
    yield "searches"

    await page.do("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    await page.press("c")
    await page.until("document.querySelector('#toast-text').textContent === 'Copied the curl command.'")
    assert (await page.text("body")).count("Copied the curl command.") == 1
    assert f"'{ADDRESS}/v1/staging/products'" in await page.js("navigator.clipboard.readText()")
    await page.js(
        "window.made = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { window.exported = blob; return made.call(URL, blob); }; 0")
    await page.click("#har")
    await page.until("window.exported")
    har = json.loads(await page.js("window.exported.text()"))
    assert len(har["log"]["entries"]) == 1
    await page.until("document.querySelector('#toast-text').textContent === 'Exported 1 of 1 requests.'")
    await page.js("import('/__teapot/store.js').then(({ api }) => { const { journal } = api; api.journal = async (members) => { api.journal = journal; return { ...await journal(members), count: 1000 }; }; })")
    await page.click("#har")
    await page.until("document.querySelector('#toast-text').textContent === 'Exported 1 of 1,000 requests; the others have no complete response, or it’s no longer kept.'")
    yield "copies curl and exports HAR"


async def reload(page):
    page.loaded.clear()
    await page.do("Page.reload")
    await page.loaded.wait()
    await page.js("window.isTheSame = true")


async def open_newest(page, path):
    """Opens the row of the request that came last."""
    await page.until(f"document.querySelector('#rows a.row')?.innerText.includes({json.dumps(path)})")
    hash = await page.js("location.hash = document.querySelector('#rows a.row').hash")
    await page.until(f"document.querySelector('#rows a.row[aria-current]')?.hash === {json.dumps(hash)}")
    await page.until(f"document.querySelector('#detail h2')?.innerText.includes({json.dumps(path)})")


async def with_tools(page):
    await page.press("Escape")
    await page.click("#requests-form [data-focus=all]")
    await page.until("document.querySelectorAll('#rows a.row').length > 3")
    assert await page.js("document.querySelector('#requests-form input').value") == ""
    # At once, because an event could show the journal again.
    note = await page.js("""import('/__teapot/store.js').then(({ store, changed }) => {
        store.isMore = true;
        changed('journal');
        store.isMore = false;
        return document.querySelector('#rows-note').innerText;
    })""")
    assert note == "Search to see older requests.", note
    await page.click("#requests-form [data-focus='4xx']")
    await page.until("[...document.querySelectorAll('#rows .status')].every((one) => one.textContent[0] === '4')")
    await page.click("#requests-form [data-focus=Unanswered]")
    await page.until("document.querySelectorAll('#rows a.row').length === 4")
    await page.shoot("chips-light")
    await page.click("#requests-form [data-focus='4xx']")
    await page.click("#requests-form [data-focus=Unanswered]")
    await page.until("document.querySelectorAll('#rows a.row').length > 4")
    await page.js(f"{SET}, {{kind: 'mock', mock: 'products/success_unfinished.json'}}))")
    assert (await asking("/v1/staging/products"))[0] == 500
    await page.click("#requests-form [data-focus=Unanswered]")
    await page.until("document.querySelector('#rows a.row .status').textContent === '500'")
    await open_newest(page, "/v1/staging/products")
    await page.shoot("unusable-light")
    row, detail = await page.text("#rows .unanswered a.row"), await page.text("#detail")
    assert "unanswered: the mock can’t be used (always for /v1/staging/products): products/succ" in row, row
    assert "Unanswered: the mock can’t be used" in detail and "closed" not in row + detail, row + detail
    await page.click("#open-mock")
    await page.until("document.querySelector('#mock h2')?.innerText === 'unfinished'")
    await page.press("1")
    await page.js(f"{SET}, null))")
    await page.click("#requests-form [data-focus=Unanswered]")
    # Its client waits until the server stops.
    asking("/silent")
    await open_newest(page, "/silent")
    await page.until("document.querySelector('#detail .facts').innerText.includes('Failed: timed out (simulated)')")
    row, detail = await page.text("#rows a.row"), await page.text("#detail")
    assert "GET /silent, at" in row and "; timed out (simulated)" in row and "ms" not in row, row
    assert "No response: timed out (simulated)." in detail and "Duration" not in detail, detail
    await page.shoot("silent-light")
    assert ask("/v1/staging/products", "DELETE")[0] == 404
    assert ask("/break?text=%7B&name=success_DELETE_gone.json", "POST", CONTROL)[0] == 204
    await open_newest(page, "/v1/staging/products")
    await page.until("document.querySelector('#detail').innerText.includes('Why nothing answered')")
    advice, wrong = await page.text("#detail"), "products/success_DELETE_gone.json matches this request now, but it can’t be used: "
    assert wrong in advice and "A mock matches this request now." not in advice, advice
    assert ask("/break?name=success_DELETE_gone.json", "POST", CONTROL)[0] == 204
    yield "filters by status and by what was not answered"

    usual = await page.js("document.querySelector('#undecided').value")
    await page.choose("#undecided", "firstMock")
    await page.until(f"{STATE}.undecided === 'firstMock'")
    # A live server would come first.
    assert ask("/live?names=", "POST", CONTROL)[0] == 204
    await page.until(f"!{STATE}.live")
    # The row has the whole condition of a mock, even if the values look like files.
    await put(page, "users/mocks.index.json", '{"success_user": {"query": {"email": "ada@shop.com", "v": "1.2"}}}')
    await put(page, "users/success_user.json", "{}")
    assert (await asking("/users?email=ada@shop.com&v=1.2"))[0] == 200
    await page.until("document.querySelector('#rows .reason').textContent === 'success_user · for query email=ada@shop.com, query v=1.2'")
    await put(page, "users/mocks.index.json")
    await put(page, "users/success_user.json")
    assert (await asking("/documented"))[0] == 200
    await open_newest(page, "/documented")
    await page.until("document.querySelector('#detail .facts').innerText.includes('api.yaml: example')")
    assert await page.js("document.querySelector('#detail select option').text") == "default (api.yaml)"
    assert await page.text("#create-mock") == "Create a mock"
    # The menu says what the request's own method gets.
    await put(page, "verbs/success_GET_one.json", "{}")
    for kind, text in (("POST", "404, no mock"), ("GET", "one")):
        ask(f"/verbs?{kind}", kind)
        await open_newest(page, f"/verbs?{kind}")
        await page.until(f"document.querySelector('#detail select option')?.text === 'default ({text})'")
    await put(page, "verbs/success_GET_one.json")
    assert ask("/live?names=Staging,Dev", "POST", CONTROL)[0] == 204
    await page.until(f"{STATE}.live === 'Staging'")
    await page.choose("#undecided", usual)
    await page.until(f"{STATE}.undecided === '{usual}'")
    yield "names the document that answers without a mock"

    # The request's body isn't the response's.
    fields = {"Content-Type": "application/json"}
    assert ask("/made/login", "POST", fields=fields, body='{"password": "tea"}')[0] == 404
    await open_newest(page, "/made/login")
    await page.click("#create-mock")
    await page.until("document.activeElement.matches('#detail .area')")
    assert await page.js("document.activeElement.value") == "{}"
    assert "Response body" in await page.text("#detail .draft")
    await page.press("Escape")
    form = 'Content-Disposition: form-data; name="photo"; filename="tea.png"\r\nContent-Type: image/png'
    fields = {"Content-Type": "multipart/form-data; boundary=b"}
    assert ask("/made/photo", "POST", fields=fields, body=f"--b\r\n{form}\r\n\r\n\0\r\n--b--\r\n")[0] == 404
    await open_newest(page, "/made/photo")
    await page.until("/photo\\s+tea.png, image.png, 1 byte/.test(document.querySelector('#detail').innerText)")
    assert (await asking("/made/up?page=2"))[0] == 404
    await open_newest(page, "/made/up")
    assert not await page.js("document.querySelector('#save-mock')")
    # It's the name that the form gives.
    await page.until("document.querySelector('#detail').innerText.includes('such as “made/up/success_200_GET_up.json”')")
    await page.click("#create-mock")
    await page.until("document.activeElement.matches('#detail .area')")
    assert await page.text("#detail .draft h3") == "A mock for GET /made/up?page=2"
    unanswered = await page.js("location.hash")
    await page.press("Escape")
    await page.until("!document.querySelector('#detail .draft')")
    await page.press("e")
    await page.until("document.activeElement.matches('#detail .area')")
    await page.js("document.querySelector('#detail .area').select()")
    await page.type("tea")
    assert await page.text("#detail .draft p code") == "made/up/success_200_GET_up.json"
    assert await page.text("#answer") == "Create the mock"
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#detail .draft .problems').innerText.startsWith('Not saved: the body isn’t valid JSON, ')")
    assert (await page.text("#detail")).count("Line 1, column 1") == 1, await page.text("#detail")
    for width in (375, 1200):
        await page.screen(width, 740, "light")
        await page.js("document.querySelector('#detail .draft h3').scrollIntoView()")
        await page.shoot(f"create-anyway-{width}")
        place = await page.js("document.querySelector('#detail .draft .problems button').getBoundingClientRect().toJSON()")
        assert 0 < place["top"] and place["bottom"] <= 740, f"the button is at {place} of {width}"
    assert await page.text("#detail .draft .problems button") == "Create the mock anyway"
    await page.screen(1200, 800, "light")
    await page.js("document.querySelector('#detail .draft-head textarea').select()")
    await page.type("Content-Type: text/html; charset=utf-8")
    await page.until("document.querySelector('#detail .draft .problems').hidden")
    await page.until("document.querySelector('#detail .draft p code').innerText === 'made/up/success_200_GET_up.html'")
    await page.js("document.querySelector('#detail .draft-head textarea').select()")
    await page.type("Content-Type: application/json")
    await page.js("document.querySelector('#detail .area').select()")
    await page.type('{"made": "up"}')
    assert await page.text("#detail .draft p code") == "made/up/success_200_GET_up.json"
    assert await page.text("#detail .draft .check") == "Only for this query"
    assert not await page.js("document.querySelector('#detail .draft .check input').checked")
    await page.shoot("create-light")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Saved as made/up/')")
    await page.until("document.activeElement.id === 'open-mock'")
    await page.choose("#undecided", "firstMock")
    await page.until(f"{STATE}.undecided === 'firstMock'")
    status, text = await asking("/made/up?page=2")
    assert (status, json.loads(text)) == (200, {"made": "up"})
    await page.until("document.querySelector('#rows a.row').innerText.includes('success_200_GET_up')")
    await open_newest(page, "/made/up")
    await page.until("document.querySelector('#detail .facts').innerText.includes('success_200_GET_up')")
    # A mock for an answered request begins as its answer.
    assert await page.text("#create-mock") == "Create another mock"
    await page.press("e")
    await page.until("document.activeElement.matches('#detail .area')")
    assert json.loads(await page.js("document.activeElement.value")) == {"made": "up"}
    assert await page.js("document.querySelector('#detail .draft-head textarea').value") == "Content-Type: application/json"
    await page.press("Escape")
    await page.until("document.activeElement.id === 'create-mock'")
    option = "document.querySelector(\"#detail [data-focus='setting GET /made/up'] option[value*=GET_up]\").textContent"
    assert await page.js(option) == "up (200)", await page.js(option)
    await page.choose("#detail [data-focus='setting GET /made/up']", "mock:made/up/success_200_GET_up.json")
    await page.until("document.querySelector('#toast-text').textContent === 'Applies to GET requests to /made/up until the server stops.'")
    await page.until("document.querySelector('#detail .is-set')")
    await page.choose("#detail [data-focus='setting GET /made/up']", "")
    await page.until("!document.querySelector('#detail .is-set')")
    assert (await asking("/made/up?other"))[0] == 200
    await open_newest(page, "/made/up?other")
    await page.click("#create-mock")
    await page.until("document.activeElement.matches('#detail .area')")
    await page.js("document.querySelectorAll('#detail .draft input')[1].select()")
    await page.type("a")
    assert await page.text("#detail .draft p.muted") == "Creates made/up/success_200_GET_a.json"
    await page.press("Escape")
    await page.click("#detail .draft .danger")
    # A header that differs in each response is left out, unless it's in the file of a mock.
    await put(page, "made/cookie/success_cookie.json", "{}")
    await put(page, "made/cookie/success_cookie.headers.json", '{"Set-Cookie": "a=b", "X-Tea": "green"}')
    for source in ("mock", "live"):
        if source == "live":
            await page.js("import('/__teapot/store.js').then(({ api }) => { const { entry } = api; window.restore = () => { api.entry = entry; };"
                "api.entry = async (number) => ({ ...await entry(number), mock: undefined }); })")
        assert (await asking(f"/made/cookie?{source}"))[0] == 200
        await open_newest(page, f"/made/cookie?{source}")
        await page.click("#create-mock")
        await page.until("document.activeElement.matches('#detail .area')")
        fields = await page.js("document.querySelector('#detail .draft-head textarea').value")
        assert ("Set-Cookie:" in fields) == (source == "mock") and "X-Tea: green" in fields, fields
        await page.press("Escape")
    await page.js("window.restore()")
    await put(page, "made/cookie/success_cookie.headers.json")
    await put(page, "made/cookie/success_cookie.json")
    await page.choose("#undecided", "unanswered")
    await page.until(f"{STATE}.undecided === 'unanswered'")
    assert (await asking("/cups/42?q=1"))[0] == 404
    await open_newest(page, "/cups/42")
    await page.click("#create-mock")
    await page.until("document.activeElement.matches('#detail .area')")
    assert await page.js("document.querySelector('#detail .draft input').value") == "cups/{id}"
    flaw = "document.querySelector('#detail .draft .unmet').textContent"
    paths = [
        ("../cups/42", "A part of a path can’t be “.” or “..”."), ("General", "Mocks in “General” answer any request"),
        ("other/path", "This path doesn’t match the request."), ("CUPS/42", ""), ("{id}", ""), ("", "This"), ("cups/{id}", "")]
    for path, text in paths:
        await page.js("document.querySelector('#detail .draft input').select()")
        await (page.type(path) if path else page.js("document.execCommand('delete')"))
        assert (await page.js(flaw)).startswith(text) and bool(await page.js(flaw)) == bool(text), (path, await page.js(flaw))
        assert ("Creates" in await page.text("#detail .draft")) == (text == ""), path
        if path in ("../cups/42", "General"):
            await page.press("Enter", modifiers=2)
            assert await page.js("document.querySelector('#detail .draft input').matches(':invalid') && document.querySelector('#detail .draft .problems').hidden")
        if path == "other/path":
            await page.press("Enter", modifiers=2)
            await page.until("document.querySelector('#detail .draft .problems').innerText.startsWith('Not saved: the path doesn’t match this request.')")
    await page.js("document.querySelectorAll('#detail .draft input')[1].select()")
    await page.type("My tea!")
    assert "Other characters become “-”: My-tea" in await page.text("#detail .draft")
    await page.js("document.querySelector('#detail .draft-head [type=number]').select()")
    await page.type("201")
    await page.until("document.querySelector('#detail .draft p code').innerText === 'cups/{id}/success_201_GET_My-tea.json'")
    await page.js("document.querySelectorAll('#detail .draft-head [type=number]')[1].select()")
    await page.type("20")
    name = "cups/{id}/success_201_20ms_GET_My-tea.json"
    await page.until(f"document.querySelector('#detail .draft p code').innerText === '{name}'")
    await page.press("Enter", modifiers=2)
    await page.until(f"document.querySelector('#toast-text').textContent.startsWith('Saved as {name}')")
    await page.choose("#undecided", "firstMock")
    await page.until(f"{STATE}.undecided === 'firstMock'")
    assert (await asking("/cups/7"))[0] == 201
    assert (await asking("/made/up", **{"Accept": "*/*"}))[0] == 200
    await open_newest(page, "/made/up")
    await page.click("#open-mock")
    await page.until("document.querySelector('#mock')?.innerText.includes('made/up/success_200_GET_up')")
    # A page that didn't create the mock finds it, too.
    await page.js(f"location.hash = '{unanswered}'")
    await reload(page)
    await page.until("document.querySelector('#create-mock')?.innerText === 'Create another mock'")
    detail = await page.text("#detail")
    assert "A mock matches this request now." in detail and "has no mock" not in detail, detail
    assert await page.text("#open-mock") == "Open the mock that would answer"
    # It still matches if the default or a setting keeps it from answering.
    await page.choose("#undecided", "hold")
    await page.until(f"{STATE}.undecided === 'hold'")
    await page.until("document.querySelector('#open-mock')?.innerText !== 'Open the mock that would answer'")
    detail = await page.text("#detail")
    assert "A mock matches this request now." in detail and "has no mock" not in detail, detail
    await page.choose("#undecided", "firstMock")
    await page.until("document.querySelector('#open-mock')?.innerText === 'Open the mock that would answer'")
    await page.click("#open-mock")
    await page.until("document.querySelector('#mock')?.innerText.includes('made/up/success_200_GET_up')")
    await page.press("1")
    yield "creates a mock for a request that was not answered"

    await page.press("2")
    assert ask("/conditions", "POST", CONTROL)[0] == 204
    await page.until("document.querySelectorAll('#folders a[href*=paged]').length === 3")
    # What a saved mock lacks is said, and which requests it's for.
    await page.js("""import('/__teapot/draft.js').then(({ tellSaved }) =>
        tellSaved({ files: ['paged/success_paged_a.json'], redacted: ['access_token'], leftOut: ['Set-Cookie'] }))""")
    await page.until("document.querySelector('#toast-text').textContent.startsWith('Saved as paged/success_paged_a.json, only for requests with ')")
    assert ". Redacted: access_token. Left out: Set-Cookie, which differs in each response. To send it, edit the mock’s headers." in await page.text("#toast-text"), await page.text("#toast-text")
    rows = [await page.text(f"#folders a[href*={name}]") for name in ("paged_a", "paged_b", "paged_c")]
    assert "only with query page=1" in rows[0] and "only with header X-User: new" in rows[1], rows
    assert "only with" not in rows[2], rows
    assert "/v2/paged" in await page.text(".folder:has(a[href*=paged_c])")
    await page.click("#folders a[href*=paged_a]")
    await page.until("document.querySelector('#mock')?.innerText.includes('query page=1')")
    await page.shoot("conditions-light")
    # A request without the query can get the mock, too.
    await asking("/paged")
    await page.press("1")
    await open_newest(page, "/paged")
    always = "document.querySelector(\"#detail [data-focus='setting any method /paged'] [label=always] [value*=paged_a]\")"
    await page.until(f"{always}?.text === 'paged_a (200, query page=1)'")
    await page.press("3")
    assert ask("/scenario", "POST", CONTROL)[0] == 204
    await page.until("document.querySelector('[data-scenario=New]')")
    await page.press("1")
    yield "follows mocks and scenarios that are added on disk, and tells mocks apart by their conditions"

    assert len((await asking("/long"))[1]) > 200_000
    await open_newest(page, "/long")
    await page.until("document.querySelector('.tree details[open] .inside')")
    assert await page.js("document.querySelectorAll('#detail *').length") < 2000
    await page.js("document.querySelector('.tree input').focus()")
    await page.type("NEEDLE")
    for number in (1, 2, 1):
        await page.press("Enter")
        await page.until(f"document.querySelector('.tree-search').innerText.includes('{number} of 2')")
        assert "needle" in (await page.text(".tree .found")).lower()
        if number == 1:
            assert (await page.text(".tree details:has(> .inside > .found) > summary")).startswith("[4321] {…}")
    assert await page.js("document.querySelector('#detail').scrollWidth <= document.querySelector('#detail').clientWidth")
    await page.shoot("long-light")
    assert len((await asking("/large"))[1]) > 1_100_000
    await open_newest(page, "/large")
    await page.until("document.querySelector('.tree details[open] .inside')")
    await page.click("#detail [aria-label='Copy the response’s body']")
    await page.until("document.querySelector('#toast-text').textContent === 'Copied the first 524 kB.'")
    await page.js("document.querySelector('.tree input').focus()")
    await page.type("late")
    await page.press("Enter")
    await page.until("document.querySelector('.tree-search').innerText.includes('not found in the first 524 kB')")
    # The first Escape clears the field, and the second leaves it.
    await page.press("Escape")
    await page.press("Escape")
    yield "shows long JSON in parts, and searches it"

    assert ask("/many", "POST", CONTROL)[0] == 204
    await page.press("2")
    await page.until("document.querySelector('#folders').offsetParent && document.querySelectorAll('#folders a.row').length >= 1000")
    assert await page.js("document.querySelectorAll('#folders a.row').length") < 1003
    assert "Search to see the other mocks." in await page.text("#folders")
    await page.press("/")
    await page.type("many/7 error")
    await page.until("document.querySelectorAll('#folders a.row').length === 11")
    await page.shoot("many-light")
    await page.press("Escape")
    await page.until("document.querySelectorAll('#folders a.row').length >= 1000")
    await page.press("Escape")
    # A reload scrolls the list to the open mock.
    await page.js("[...document.querySelectorAll('#folders a.row')].at(-1).click()")
    await page.until("document.querySelector('#folders a.row[aria-current]')")
    await reload(page)
    await page.until("document.querySelectorAll('#folders a.row').length >= 1000")
    await page.until("document.querySelector('#folders a.row[aria-current]')?.getBoundingClientRect().top < innerHeight")
    yield "shows many mocks, and searches them"

    await page.press("1")
    await page.choose("#undecided", "unanswered")
    await page.until(f"{STATE}.undecided === 'unanswered'")
    await page.screen(375, 740, "light")
    path = "/" + 120 * "long" + "?url=" + 120 * "much"
    assert (await asking(path, **{60 * "Long": "1"}))[0] == 404
    await open_newest(page, "/longlong")
    await page.until("document.querySelector('#detail').innerText.includes('Why nothing answered')")
    await page.shoot("phone-long")
    assert await page.js(f"document.querySelector('#detail h2').offsetHeight > 200 && getComputedStyle(document.querySelector('#detail h2')).overflowY === 'auto'")
    width = await page.js("document.documentElement.scrollWidth")
    assert width <= 375, f"a long URL is {width} wide"
    width = await page.js("""import('/__teapot/store.js').then(({ setCount }) => {
        const counts = [...document.querySelectorAll('.count')].map((one) => [one, [...one.childNodes], one.className]);
        setCount('requests', 128, 'held', 'waiting');
        setCount('mocks', 128, 'problems', 'wrong');
        setCount('scenarios', 128, 'problems', 'wrong');
        const { scrollWidth } = document.querySelector('#page');
        for (const [one, nodes, name] of counts) { one.replaceChildren(...nodes); one.className = name; }
        return scrollWidth;
    })""")
    assert width <= 375, f"tabs with badges are {width} wide"
    await page.js("document.querySelector('#toast-close').click()")
    size = "document.querySelector('#page').offsetHeight + ' ' + document.documentElement.scrollHeight"
    before = await page.js(size)
    await page.js("import('/__teapot/store.js').then((dom) => dom.toast('A long error.', true))")
    await page.until("!document.querySelector('#toast').hidden")
    assert await page.js(size) == before
    await page.shoot("phone-error")
    await page.js("location.hash = '#requests'")
    await page.until("document.querySelector('#toast').hidden")
    await page.js("import('/__teapot/store.js').then((dom) => dom.toast('An error.', true))")
    await page.click("#toast-close")
    await page.until("document.querySelector('#toast').hidden")
    await page.screen(1200, 800, "light")
    yield "has room for a long URL on a phone, and errors don't push it away"


async def with_switches(page):
    await page.press("m")
    await page.until("document.querySelector('#switch').getAttribute('aria-checked') === 'false'")
    assert await page.text("#switch") == "Mocking"
    await page.until("document.querySelector('#folders select option').textContent === 'default (forward, mocking is off)'")
    assert "Mocking is off, so every request goes to the live server." in await page.js("document.querySelector('#folders').textContent")
    assert not await page.js("document.querySelector('#folders .use')")
    await page.press("m")
    await page.until("document.querySelector('#switch').getAttribute('aria-checked') === 'true'")
    await page.choose("#environment", "Dev")
    await page.until(f"{STATE}.environment === 'Dev'")
    assert ask("/live?names=", "POST", CONTROL)[0] == 204
    await page.until("document.querySelector('#switch').hidden")
    await page.press("?")
    await page.until("document.querySelector('#help').open")
    assert "Mocking" not in await page.text("#help") and "mocking" not in await page.text("#help")
    await page.press("Escape")
    await page.until("!document.querySelector('#help').open")
    options = "document.querySelectorAll('#undecided [value=live], #folders [value=live]')"
    assert await page.js(
        f"[...{options}].every((one) => one.disabled && one.textContent.endsWith(' (needs --live URL)'))")
    await page.press("m")
    assert ask("/live?names=Staging,Dev", "POST", CONTROL)[0] == 204
    await page.until(f"!document.querySelector('#switch').hidden && [...{options}].every((one) => !one.disabled)")
    assert await page.js("document.querySelector('#switch').getAttribute('aria-checked')") == "true"
    yield "switches off and on, if there is a live server"

    await page.press("?")
    await page.until("document.querySelector('#help').open")
    keys = await page.text("#keys")
    assert "Next row" in keys and "Show this help" in keys and "The one with the most conditions comes first" in await page.text("#help"), keys
    await page.shoot("help-light")
    await page.press("Escape")
    await page.until("!document.querySelector('#help').open")
    yield "shows the keyboard shortcuts"

    await page.choose("#undecided", "hold")
    await page.until(f"{STATE}.undecided === 'hold'")
    answer = await hold(page)
    await page.press("/")
    await page.type("zzzz")
    await page.until("document.querySelector('#rows-note').textContent.startsWith('No other request matches.')")
    assert await page.text("#held-title") == "Waiting for you (not filtered)"
    await page.click("#requests-form [data-focus='2xx']")
    await page.until("location.search === '?requests-search=zzzz&requests-status=2xx'")
    await reload(page)
    await page.until("document.querySelector('#rows-note').textContent.startsWith('No other request matches.')")
    assert await page.js("document.querySelector('#requests-form [data-focus=\"2xx\"]').ariaPressed") == "true"
    await page.click("#requests-form [data-focus='2xx']")
    await page.press("/")
    assert await page.js("document.activeElement.value") == "zzzz"
    await page.press("Escape")
    await page.until("location.search === '' && document.querySelectorAll('#rows a.row').length > 1")
    assert await page.js("document.activeElement.value") == ""
    yield "keeps held requests in sight of a search, and the search over a reload"

    await page.press("Escape")
    await page.press("h")
    await page.click("#cancel")
    assert await answer is None
    await page.until("document.querySelector('#held').hidden")
    await page.until("document.querySelector('#rows a.row').innerText.includes('the connection was closed')")
    row = await page.text("#rows a.row")
    assert "failed on purpose while it was held; the connection was closed" in row, row
    await page.until("document.querySelector('#detail').innerText.includes('Failed: the connection was closed')")
    await page.shoot("failed-light")
    yield "cancels a request"

    await page.press("Escape")
    await page.choose("#undecided", "hold")
    await page.until(f"{STATE}.undecided === 'hold'")
    answer = await hold(page, "/documented")
    choices = "[...document.querySelectorAll('.choose')].map((one) => one.innerText.replaceAll('\\n', ' '))"
    found = await page.js(choices)
    assert [text for text in found if "from api.yaml" in text] == found[:2], found
    assert "OK" in found[0] and "404" in found[1] and "Not Found" in found[1], found
    await page.shoot("documented-light")
    await page.click("[aria-label='Edit a copy of Not Found from api.yaml']")
    await page.until("document.querySelector('.held-panel .draft .area')?.value === '{\"code\": \"none\"}'")
    assert "application/problem+json" in await page.js("document.querySelector('.draft-head textarea').value")
    await page.press("Escape")
    await page.until("!document.querySelector('.held-panel .draft')")
    await page.click(".choose[data-focus='404']")
    assert await answer == (404, '{"code": "none"}')
    await page.until("document.querySelector('#rows a.row').innerText.includes('404 from api.yaml, chosen while it was held')")
    yield "offers the answers of the document for a held request"

    for name in ("409_POST_taken", "422_POST_wrong"):
        await put(page, f"products/error_{name}.json", "{}")
    answer = asyncio.get_running_loop().run_in_executor(None, lambda: ask("/v1/staging/products", "POST"))
    await page.until("document.querySelectorAll('#held-rows a').length === 1")
    await page.press("h")
    await page.until("document.querySelector('.choose')")
    mocks = await page.js("[...document.querySelectorAll('.choose')].map((one) => one.dataset.mock)")
    assert all("_POST_" in mock for mock in mocks[1:3]) and len(mocks) > 4, mocks
    await page.click("#cancel")
    assert await answer is None
    await page.until("document.querySelector('#held').hidden")
    for name in ("409_POST_taken", "422_POST_wrong"):
        await put(page, f"products/error_{name}.json")
    yield "begins with the mocks for the method of a held request"

    _, writer = await asyncio.open_connection("127.0.0.1", PORT)
    writer.write(f"GET /v1/staging/products HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n\r\n".encode())
    await page.until("document.querySelectorAll('#held-rows a').length === 1")
    await page.press("h")
    await page.until("document.querySelector('.choose')")
    writer.close()
    await page.until("document.querySelector('.held-panel .problems')?.innerText === 'The client has disconnected, so nothing can be sent.'")
    assert await page.js("[...document.querySelectorAll('.answers button')].every((one) => one.disabled)")
    await page.press("e")
    assert not await page.js("document.querySelector('.held-panel .draft')")
    await page.shoot("gone-light")
    await page.press("Escape")
    # A new mock for a held request leads back to it.
    await page.choose("#undecided", "hold")
    answer = asyncio.ensure_future(asking("/fresh"))
    await page.until("document.querySelectorAll('#held-rows a').length === 1")
    await page.press("h")
    await page.click("#create-mock")
    await page.until("document.querySelector('#detail .draft h3')?.innerText === 'A mock for GET /fresh'")
    await page.js("document.querySelector('#detail .area').select()")
    await page.type('"fresh"')
    await page.press("Enter", modifiers=2)
    await page.until("location.hash.startsWith('#requests/held/') && document.querySelector('.choose')?.innerText.includes('fresh')")
    await page.click(".choose")
    assert await answer == (200, '"fresh"')
    await page.until("document.querySelector('#held').hidden")
    # What was written for it isn't lost: it's there again from its entry, and can become a mock.
    _, writer = await asyncio.open_connection("127.0.0.1", PORT)
    writer.write(f"GET /v1/staging/products HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n\r\n".encode())
    await page.until("document.querySelectorAll('#held-rows a').length === 1")
    await page.press("h")
    await page.click("#write")
    await page.js("document.querySelector('.held-panel .area').select()")
    await page.type('{"tea": "kept"}')
    # The search keeps the request open, and Ctrl-S sends the form that's shown, wherever the focus is.
    await page.js("document.activeElement.blur()")
    await page.press("/")
    assert await page.js("document.activeElement.type === 'search' && location.hash.startsWith('#requests/held/')")
    await page.js("document.querySelector('.held-panel .area').select()")
    await page.type("{")
    await page.js("document.activeElement.blur()")
    await page.press("s", modifiers=2)
    await page.until("document.querySelector('.draft .problems').innerText.startsWith('Not sent: the body isn’t valid JSON.')")
    await page.js("document.querySelector('.held-panel .area').select()")
    await page.type('{"tea": "kept"}')
    # A mock isn't sent instead of it at once.
    await page.click(".choose")
    await page.until("document.querySelector('.draft .problems').innerText.startsWith('Not sent: you’ve written a response.')")
    writer.close()
    await page.until("document.querySelector('.held-panel > .problems')?.innerText.startsWith('The client has disconnected')")
    await page.shoot("kept-light")
    await page.click("#rows a.row")
    await page.click("#open-draft")
    await page.click("#keep-draft")
    await page.until("document.querySelector('#detail .draft h3')?.innerText === 'A mock for GET /v1/staging/products'")
    kept = await page.js("document.querySelector('#detail .draft .area').value")
    assert kept == '{"tea": "kept"}', kept
    await page.click("#clear")
    # A message that comes late doesn't replace the question.
    await page.js("import('/__teapot/store.js').then(({ toast }) => toast('Saved.'))")
    assert "The mocks that you’re writing for them will be lost." in await page.text("#toast-text"), await page.text("#toast-text")
    await page.click("#toast-close")
    await page.press("Escape")
    await page.click("#detail .draft .danger")
    await page.until("!document.querySelector('#detail .draft')")
    yield "says that the client of a held request has gone, and keeps what was written for it"


async def when_lost(page):
    ask("/stop", "POST", CONTROL)
    await page.until("!document.querySelector('#lost').hidden")
    assert "Lost the connection" in await page.text("#lost")
    await page.shoot("lost-light")
    ask("/again", "POST", CONTROL)
    await page.until("document.querySelector('#lost').hidden")
    # An editor stays as it is while the server is away.
    await page.js("location.hash = '#mocks/products%2Fsuccess_productList.json'")
    await page.until("document.querySelector('#edit')")
    await page.press("e")
    await page.until("document.activeElement.matches('#mock .area')")
    await page.type("  ")
    ask("/stop", "POST", CONTROL)
    await page.until("!document.querySelector('#lost').hidden")
    await page.press("Enter", modifiers=2)
    await page.until("document.querySelector('#toast-text').textContent === 'The server isn’t responding.'")
    place = await page.text("#mock")
    assert "can’t be shown" not in place and "products/success_productList.json" in place, place
    ask("/again", "POST", CONTROL)
    await page.until("document.querySelector('#lost').hidden && document.querySelector('#toast').hidden")
    assert await page.js("document.activeElement.matches('#mock .area') && document.activeElement.value.startsWith('  ')")
    await page.press("Escape")
    await page.click("#mock .draft .problems .danger")
    await page.press("1")
    # What was loaded stays after the journal has dropped it, and isn't asked for again.
    await page.choose("#undecided", "unanswered")
    await page.until(f"{STATE}.undecided === 'unanswered'")
    assert (await asking("/dropped"))[0] == 404
    await open_newest(page, "/dropped")
    number = (await page.js("location.hash")).split("/")[1]
    page.urls.clear()
    await page.js("import('/__teapot/store.js').then(({ api }) => api.clear())")
    await page.until("document.querySelectorAll('#rows a.row').length === 0")
    for _ in range(2):
        assert (await asking("/other"))[0] == 404
        await page.until("document.querySelector('#rows a.row')")
    assert "/dropped" in await page.text("#detail h2"), await page.text("#detail")
    assert not [url for url in page.urls if url.endswith(f"/journal/{number}")]
    await page.js("location.hash = '#requests/1'")
    await page.until("document.querySelector('#detail').innerText.includes('This request can’t be shown.')")
    for _ in range(3):
        assert (await asking("/other"))[0] == 404
    await page.until("document.querySelectorAll('#rows a.row').length === 5")
    assert len([url for url in page.urls if url.endswith("/journal/1")]) == 1
    assert ask("/binary", "POST", body=b"\0\xff")[0] == 404
    await open_newest(page, "/binary")
    await page.press("c")
    await page.until("document.querySelector('#toast-text').textContent === 'Copied the curl command; its binary body is left out.'")
    assert await page.js("window.isTheSame")
    # Another run may have the same token, but gives the same numbers to other requests.
    await page.choose("#undecided", "unanswered")
    await page.until(f"{STATE}.undecided === 'unanswered'")
    assert (await asking("/gone"))[0] == 404
    await open_newest(page, "/gone")
    number = int((await page.js("location.hash")).split("/")[1])
    await page.click("#create-mock")
    await page.js("document.querySelector('#detail .area').select()")
    await page.type("for another request")
    await page.js(f"location.hash = '#requests/{number - 1}'")
    await page.until("document.querySelector('#detail h2').innerText.includes('/binary')")
    await page.until("[...document.querySelectorAll('#rows .reason')][0].textContent.startsWith('edited · unanswered')")
    await page.click("#create-mock")
    await page.js("document.querySelector('#detail .area').select()")
    await page.type("for a third one")
    ask("/stop", "POST", CONTROL)
    await page.until("!document.querySelector('#lost').hidden")
    ask("/rerun", "POST", CONTROL)
    for _ in range(number):
        assert ask("/other")[0] == 404
    await page.until("document.querySelector('#lost').hidden")
    await page.until("document.querySelector('#toast-text').textContent === 'The server was started again, without its earlier requests and settings. What you’ve written for them is under Mocks.'")
    await page.until(f"document.querySelector('#rows a.row')?.hash === '#requests/{number}'")
    await open_newest(page, "/other")
    assert not await page.js("document.querySelector('#detail .draft')")
    await page.press("2")
    await page.until("document.querySelectorAll('#folders > ul a.row').length === 2")
    for title, text in (("A new mock for GET /gone", "for another request"), ("A new mock for POST /binary", "for a third one")):
        await page.click("#folders > ul a.row")
        assert await page.text("#mock .draft h3") == title, await page.text("#mock .draft h3")
        assert await page.js("document.querySelector('#mock .area').value") == text
        assert await page.text("#close") == "Discard changes"
        await page.press("Escape")
        await page.click("#mock .draft .problems .danger")
    await page.press("1")
    await page.choose("#undecided", "hold")
    await page.until(f"{STATE}.undecided === 'hold'")
    await page.press("Escape")
    ask("/endrerun", "POST", CONTROL)
    # Another server has another token and another journal.
    _, address = ask("/start", "POST", CONTROL)
    await page.until("document.querySelector('#lost').innerText.includes('The server restarted with a new token. Open the new inspector address from the terminal.')")
    await page.do("Page.navigate", url=address)
    await page.until("document.querySelector('#rows-note')?.textContent.startsWith('No requests yet')")
    await page.until("document.querySelectorAll('#rows a.row').length === 0")
    answer = await hold(page)
    await page.press("Enter")
    assert (await answer)[0] == 200
    await page.until("document.querySelectorAll('#rows a.row').length === 1")
    # This server has no routes, one of which might have been meant to answer.
    await page.choose("#undecided", "unanswered")
    await page.until(f"{STATE}.undecided === 'unanswered'")
    assert (await asking("/payments"))[0] == 404
    await open_newest(page, "/payments")
    assert "unanswered: by default, requests get a 404" in await page.text("#rows a.row")
    assert "Unanswered: by default, requests get a 404" in await page.text("#detail .facts")
    assert ask("/cups/7", "POST")[0] == 404
    await open_newest(page, "/cups/7")
    assert "they answer only GET" in await page.text("#detail")
    await page.choose("#undecided", "hold")
    await page.until(f"{STATE}.undecided === 'hold'")
    await page.press("Escape")
    yield "reconnects to a server that is started again"


async def on_phone(page):
    assert ask("/namesakes", "POST", CONTROL)[0] == 204
    await page.screen(375, 740, "dark")
    answer = await hold(page, "/sections/filters")
    await page.shoot("phone-namesakes")
    lines = await page.js("[...document.querySelectorAll('[data-mock*=error_503_300ms] :is(.mock-name, .condition)')].map((one) => one.innerText + ' ' + Math.round(one.offsetHeight / 21))")
    assert lines == ["filterList 1", "error_503_300ms_filterList.json 1"], lines
    await page.click(".choose")
    assert (await answer)[0] == 200
    await page.press("2")
    await page.until("document.querySelector('#mocks-form').offsetParent")
    await page.press("/")
    await page.type("filterList")
    await page.choose("#undecided", "firstMock")
    select = "document.querySelector(\"#folders [data-focus='setting any method /sections/filters']\")"
    await page.until(f"{select}?.selectedOptions[0].text === 'default (success_filterList.json)'")
    menus = await page.js("[...document.querySelectorAll('#folders .folder-head label')].map((one) => one.firstChild.data + ': ' + one.lastChild.selectedOptions[0].text)")
    assert menus == ["POST: default (filterList)", "other methods: default (success_filterList.json)"], menus
    tags = await page.js("[...document.querySelectorAll('#folders a.row .tag')].map((tag) => tag.innerText)")
    assert tags == ["answers POST", "answers other methods"], tags
    used = await page.js("[...document.querySelectorAll('#folders a.row:has(.tag)')].map((row) => row.hash.split('%2F').pop())")
    assert used == ["success_201_POST_filterList.json", "success_filterList.json"], used
    for width in (375, 1280):
        await page.screen(width, 740, "light")
        await page.js(f"{select}.scrollIntoView()")
        await page.shoot(f"{width}-namesakes")
        assert await page.js(f"{select}.closest('.folder-head').querySelector('h3').offsetHeight") < 30
        room = await page.js(f"(() => {{ const pen = document.createElement('canvas').getContext('2d'); pen.font = getComputedStyle({select}).font;"
            f"return {select}.clientWidth - 34 - pen.measureText({select}.selectedOptions[0].text).width; }})()")
        assert room >= 0, f"the menu of {width} is {room} too narrow"
    await page.choose("#undecided", "hold")
    await page.until(f"{STATE}.undecided === 'hold'")
    # Each method has a setting of its own, and everything says so.
    toast = "document.querySelector('#toast-text').textContent"
    await page.js("location.hash = '#mocks/sections%2Ffilters%2Fsuccess_filterList.json'")
    await page.click("#answer-with")
    await page.until(f"{toast}.endsWith('Applies to requests to /sections/filters until the server stops.')")
    await page.until("document.querySelector('#mock .facts').innerText.includes('other methods, for paths that end with /sections/filters')")
    await page.until("document.querySelector('#folders a[aria-current] .tag')?.innerText === 'always answers other methods'")
    await page.choose("#folders [data-focus='setting POST /sections/filters']", "hold")
    await page.until(f"{toast} === 'Applies to POST requests to /sections/filters until the server stops.'")
    await page.until("document.querySelectorAll('#folders .is-set').length === 2")
    assert (await asking("/sections/filters"))[0] == 200
    posted = asyncio.get_running_loop().run_in_executor(None, lambda: ask("/sections/filters", "POST"))
    await page.until(f"{STATE}.held.length === 1")
    await page.click("#use-default")
    await page.until("document.querySelectorAll('#folders .is-set').length === 1")
    await page.press("1")
    await page.until("document.querySelector('#held-rows a')")
    await page.click("#answer-all")
    assert (await posted)[0] == 201
    await page.until(f"{toast} === 'Answered 1 request.'")
    await page.press("2")
    await page.choose("#folders .is-set", "")
    await page.until("!document.querySelector('#folders .is-set')")
    await page.click("#mocks-form [data-focus=all]")
    await page.js("location.hash = '#requests'")
    await page.until("document.querySelector('#rows').offsetParent")
    answer = await hold(page)
    held = await page.js("document.querySelector('#held-rows a').hash")
    file = "#mocks/products%2Fsuccess_productList.json"
    # The views, and what is clicked there.
    views = [
        ("requests", "#requests", None), ("held", held, None), ("answer", held, "[aria-label='Edit a copy of productList']"),
        ("entry", "#requests/1", None), ("gone", "#requests/99999", None), ("mocks", "#mocks", None), ("mock", file, None),
        ("editor", file, "#edit"), ("headers", "#mocks/products%2Ferror_404_notFound.json", None),
        ("no-mock", "#mocks/" + 60 * "long", None), ("scenarios", "#scenarios", None),
    ]
    for width in (375, 820, 1280):
        for scheme in ("light", "dark"):
            await page.screen(width, 740 if width == 375 else 800, scheme)
            for name, hash, clicked in views:
                await page.js(f"location.hash = {json.dumps(hash)}")
                await page.until("document.querySelector('main .view:not([hidden])').innerText.length > 20")
                if clicked:
                    await page.click(clicked)
                    await page.until("document.querySelector('main .view:not([hidden]) .area')")
                wide = await page.js(
                    "[document.documentElement, ...document.querySelectorAll('.pane')]"
                    f".filter((one) => one.scrollWidth > Math.min({width}, one.clientWidth)).map((one) => one.className)")
                assert wide == [], f"{name} is wider than {width}: {wide}"
                assert await page.js("document.querySelector('#address').offsetWidth") > 100
                clipped = "document.querySelector('.draft-head textarea')"
                if name == "answer":
                    assert await page.js(f"{clipped}.scrollHeight <= {clipped}.clientHeight"), f"headers are clipped at {width}"
                await page.shoot(f"{width}-{scheme}-{name}")
                if name == "editor":
                    await page.click("#mock .draft .quiet")
                    await page.until("!document.querySelector('#mock .area')")
    await page.js(f"location.hash = {json.dumps(held)}")
    await page.click(".choose")
    await answer
    yield "fits a phone and a desktop, in light and dark"

    foreign = [url for url in page.urls if not url.startswith(f"{ADDRESS}/__teapot/") and not url.startswith(OWN)]
    assert foreign == [], foreign
    assert page.errors == [], page.errors
    yield "sends no request elsewhere and logs no error"


async def work():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = await asyncio.create_subprocess_exec(
            BROWSER, *OPTIONS, f"--user-data-dir={folder}", "about:blank", stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE)
        try:
            while True:
                line = (await browser.stderr.readline()).decode()
                assert line, "The browser has ended."
                if "DevTools listening on" in line:
                    break
            port = line.split("127.0.0.1:")[1].split("/")[0]
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(f"http://127.0.0.1:{port}/json") as answer:
                address = next(one for one in json.load(answer) if one["type"] == "page")["webSocketDebuggerUrl"]
            async with websockets.connect(address, max_size=None, proxy=None) as socket:
                page = Page(socket)
                for domain in ("Page", "Runtime", "Log", "Network"):
                    await page.do(f"{domain}.enable")
                await page.screen(1200, 800, "light")
                for part in PARTS:
                    async for step in part(page):
                        print(step, flush=True)
                await page.do("Browser.close")
        finally:
            # Not waited for: if it is a script that started the browser, whoever started this one ends them all.
            browser.kill()


PARTS = (at_first, with_held, with_settings, with_files, with_gone_file, with_unsent_body, with_wrong_text, with_long_text, with_new_files, with_journal, with_tools, with_switches, when_lost, on_phone)
status = 1
try:
    asyncio.run(asyncio.wait_for(work(), 200))
    status = 0
except BaseException:
    traceback.print_exc()
sys.stdout.flush()
sys.stderr.flush()
# At once: what is said of the browser's pipes at the end is of no use.
os._exit(status)
