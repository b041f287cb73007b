import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSeed } from './run-seed.ts'
import { SimulatedServer } from './server.ts'

let server: SimulatedServer
beforeAll(async () => {
  server = await SimulatedServer.start()
})
afterAll(() => server.stop())

describe('[OF-2] [OF-5] whatever happens on the way, devices and server end alike and nothing is lost', () => {
  for (let seed = 1; seed <= 20; seed++)
    it(`seed ${seed}`, async () => {
      expect(await runSeed(seed, server)).toEqual([])
    })
})
