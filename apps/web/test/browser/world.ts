import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok } from '@cardinal/domain'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, ensureBrowser } from '../../../../scripts/lib/browser.mjs'
import { readConfig } from '../../../server/src/config.ts'
import { insertUser } from '../../../server/src/identity/users.ts'
import { createNode, type Node } from '../../../server/src/operations/start.ts'
import { freePort } from '../../../server/test/support/free-port.ts'
import { buildHarness } from './build-harness.ts'

/** A real server and browser, and a page with a replica but without screens. */
export class BrowserWorld {
  readonly #dataDir: string
  readonly #webRoot: string
  readonly #port: number
  readonly #browser: Browser
  #node: Node

  private constructor(parts: {
    dataDir: string
    webRoot: string
    port: number
    browser: Browser
    node: Node
  }) {
    this.#dataDir = parts.dataDir
    this.#webRoot = parts.webRoot
    this.#port = parts.port
    this.#browser = parts.browser
    this.#node = parts.node
  }

  /**
   * Starts the server on a free port, and the browser.
   *
   * @param app folder of the built app; default: the page without screens
   */
  static async start(app?: string): Promise<BrowserWorld> {
    const port = await freePort()
    const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-browser-'))
    const webRoot = app ?? join(dataDir, 'web')
    if (app === undefined) {
      await buildHarness(webRoot)
      renameSync(join(webRoot, 'harness.html'), join(webRoot, 'index.html'))
    }
    const browser = await chromium.launch({
      executablePath: await ensureBrowser(),
      args: BROWSER_ARGS,
    })
    const node = await listen(dataDir, webRoot, port)
    return new BrowserWorld({ dataDir, webRoot, port, browser, node })
  }

  get address(): string {
    return `http://localhost:${this.#port}`
  }

  get node(): Node {
    return this.#node
  }

  async newUser(): Promise<string> {
    const made = await this.#node.store.transact(async (tx) =>
      ok(await insertUser(tx, { email: 'a@example.org', name: 'A' }, Date.now())),
    )
    if (!made.ok) throw new Error('The user could not be made.')
    return made.value.id
  }

  /** A new browser profile in which the user is signed in. */
  async newDevice(userId: string): Promise<BrowserContext> {
    const context = await this.#browser.newContext()
    const { accessToken, refreshToken } = await this.#node.identity.sessions.issue(userId, 'test')
    await context.addInitScript(
      ([access, refresh]) => {
        if (localStorage.getItem('jwt_refresh_token') !== null || localStorage.getItem('was-here') !== null)
          return
        localStorage.setItem('was-here', '1')
        localStorage.setItem('jwt_access_token', access ?? '')
        localStorage.setItem('jwt_refresh_token', refresh ?? '')
      },
      [accessToken, refreshToken],
    )
    return context
  }

  async openTab(context: BrowserContext, userId: string): Promise<Page> {
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error('page:', error))
    page.on('console', (message) => {
      if (message.type() === 'error') console.error('page:', message.text())
    })
    await page.goto(`${this.address}/`)
    await page.evaluate((id) => void window.harness.connect(id), userId)
    return page
  }

  /** Kills the server. */
  async stopServer(): Promise<void> {
    this.#node.app.server.closeAllConnections()
    await this.#node.stop()
  }

  async startServer(): Promise<void> {
    this.#node = await listen(this.#dataDir, this.#webRoot, this.#port)
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    await this.stopServer()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

async function listen(dataDir: string, webRoot: string, port: number): Promise<Node> {
  const config = readConfig({
    CARDINAL_DATA_DIR: dataDir,
    CARDINAL_PORT: String(port),
    CARDINAL_RATE_LIMIT: 'off',
    CARDINAL_FETCH_PAGES: 'off',
    CARDINAL_LOG_LEVEL: 'error',
    CARDINAL_FREE_CARD_LIMIT: '0',
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  const node = await createNode(config.value, { webRoot })
  await node.app.listen({ port, host: 'localhost' })
  return node
}
