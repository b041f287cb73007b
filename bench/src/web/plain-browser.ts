import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { BROWSER_ARGS, ensureBrowser } from '../../../scripts/lib/browser.mjs'

interface Message {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/**
 * Runs a Chromium with one page and no debugger on its threads. A debugger, such as in `browser.ts`, delays every worker
 * until it has attached, and starts would include that time.
 */
export class PlainBrowser {
  readonly #process: ChildProcess
  readonly #out: Writable
  readonly #waiting = new Map<number, (message: Message) => void>()
  #calls = 0
  #sessionId: string | undefined

  /** @param profile a folder of its own, which keeps what pages store */
  static async open(profile: string): Promise<PlainBrowser> {
    const path = (await ensureBrowser()) ?? ''
    const args = [
      '--headless',
      '--remote-debugging-pipe',
      '--window-size=1440,900',
      `--user-data-dir=${profile}`,
    ]
    const browser = new PlainBrowser(spawn(path, [...BROWSER_ARGS, ...args], { stdio: PIPES }))
    await browser.#attach()
    return browser
  }

  private constructor(child: ChildProcess) {
    this.#process = child
    this.#out = child.stdio[3] as Writable
    const incoming = child.stdio[4] as Readable
    let rest = ''
    incoming.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (rest + chunk).split('\0')
      rest = messages.pop() ?? ''
      for (const text of messages) this.#hear(JSON.parse(text) as Message)
    })
    const kill = () => void child.kill('SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
  }

  /** Runs a function without a closure in every new document, before its own scripts. */
  async beforeEachPage<T>(act: (param: T) => void, param: T): Promise<void> {
    const source = `(${act})(${JSON.stringify(param)})`
    await this.#call('Page.addScriptToEvaluateOnNewDocument', { source })
  }

  async goTo(url: string): Promise<void> {
    await this.#call('Page.navigate', { url })
  }

  /**
   * Evaluates the expression ten times a second until it is neither null nor undefined. After {@link LONGEST_WAIT_MS} it throws
   * with the page's text.
   */
  async until<T>(expression: string): Promise<T> {
    for (const end = performance.now() + LONGEST_WAIT_MS; performance.now() < end; ) {
      const value = await this.#evaluate<T | null>(expression)
      if (value != null) return value
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${expression} has no answer on:\n${await this.#evaluate('document.body.innerText')}`)
  }

  async press(key: 'Enter'): Promise<void> {
    const params = { key, code: key, text: '\r', windowsVirtualKeyCode: 13 }
    await this.#call('Input.dispatchKeyEvent', { type: 'keyDown', ...params })
    await this.#call('Input.dispatchKeyEvent', { type: 'keyUp', ...params })
  }

  async #evaluate<T>(expression: string): Promise<T | undefined> {
    const params = { expression, awaitPromise: true, returnByValue: true }
    const { result } = (await this.#call('Runtime.evaluate', params)) as { result: { value?: T } }
    return result.value
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#process.once('exit', () => resolve())
      this.#sessionId = undefined
      void this.#call('Browser.close', {})
    })
  }

  async #attach(): Promise<void> {
    const { targetId } = (await this.#call('Target.createTarget', { url: 'about:blank' })) as {
      targetId: string
    }
    const attached = await this.#call('Target.attachToTarget', { targetId, flatten: true })
    this.#sessionId = (attached as { sessionId: string }).sessionId
    await this.#call('Page.enable', {})
  }

  #call(method: string, params: object): Promise<unknown> {
    const id = ++this.#calls
    this.#out.write(`${JSON.stringify({ id, method, params, sessionId: this.#sessionId })}\0`)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result)
        else reject(new Error(`${method}: ${error.message}`))
      })
    })
  }

  #hear(message: Message): void {
    if (message.id === undefined) return
    this.#waiting.get(message.id)?.(message)
    this.#waiting.delete(message.id)
  }
}

/** ms; longer than any start. */
const LONGEST_WAIT_MS = 60_000

/** Ignores stdin, stdout and stderr; pipes 3 and 4 carry the DevTools protocol in and out. */
const PIPES: ('ignore' | 'pipe')[] = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']
