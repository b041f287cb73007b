import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../scripts/lib/browser.mjs'
import { freePort } from '../scripts/lib/free-port.mjs'

// Playwright's worker processes read this file again and find the port in the environment.
process.env.E2E_PORT ??= String(await freePort())
const port = process.env.E2E_PORT
const executablePath = await findBrowser()

/**
 * Tests run at the wide window unless their tags say otherwise: `{ tag: '@narrow' }` only there, `{ tag: ['@wide',
 * '@narrow'] }` at both.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // No retries: a test that passes only the second time must be understood.
  retries: 0,
  // Generous: on two busy cores a browser at times loses seconds. A passing test does not wait.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // The installation of the service worker takes more than twice the processor's time of a first screen. Specs that need
    // it, or go without a network, allow it.
    serviceWorkers: 'block',
    launchOptions: { args: BROWSER_ARGS, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'wide',
      grepInvert: /^(?!.*@wide\b).*@(middle|narrow)\b/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    { name: 'middle', grep: /@middle\b/, use: { viewport: { width: 820, height: 1180 }, hasTouch: true } },
    { name: 'narrow', grep: /@narrow\b/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
  webServer: {
    command: `node start-server.mjs ${port}`,
    url: `http://localhost:${port}/api/ready`,
    reuseExistingServer: false,
    timeout: 90_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
