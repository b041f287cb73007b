import { join } from 'node:path'
import { WorkspaceIndex } from '@cardinal/engine'
import type { FastifyInstance } from 'fastify'
import { Operations } from '../access/operation.ts'
import { newId } from '../calls/new-id.ts'
import type { Services } from '../calls/services.ts'
import { type Config, projectRoot } from '../config.ts'
import { createApp } from '../http/app.ts'
import { createIdentity, type Identity } from '../identity/index.ts'
import { openStore, type Store } from '../store/index.ts'
import { EventBus } from '../workspaces/event-bus.ts'
import { Replicas } from '../workspaces/replicas.ts'
import { Housekeeping } from './housekeeping.ts'
import { NodeState } from './state.ts'

/** One node, put together and ready to listen. */
export interface Node {
  readonly app: FastifyInstance
  readonly store: Store
  readonly identity: Identity
  readonly services: Services
  /** Turns away what is new, lets what is under way come to its end, and closes everything. */
  stop(): Promise<void>
}

export interface NodeOptions {
  readonly webRoot?: string
  /** ms since 1970 */
  readonly now?: () => number
}

/** Requests that are still running when this is over, in ms, are cut off. */
const DRAINED_AFTER = 10_000

/** Opens the store, brings it up to date, and puts a node together. Throws where that cannot be done. */
export async function createNode(config: Config, options: NodeOptions = {}): Promise<Node> {
  const now = options.now ?? Date.now
  const { databaseUrl, dataDir } = config
  let report: (error: Error) => void = () => undefined
  const store = openStore({ databaseUrl, dataDir, onError: (error) => report(error) })
  try {
    await store.migrate()
    const identity = await createIdentity(store, config, now)
    const services = createServices(store, config, now, (error) => report(error))
    const webRoot = options.webRoot ?? join(projectRoot(), 'apps/web/dist')
    const app = await createApp({ services, identity, webRoot })
    report = (error) => app.log.error({ err: error }, 'the store reports an error')
    await services.bus.start()
    const housekeeping = new Housekeeping(store, identity, now, (error) => report(error))
    housekeeping.start()
    const node = { app, store, identity, services }
    return { ...node, stop: () => stop(node, housekeeping) }
  } catch (error) {
    await store.close()
    throw error
  }
}

function createServices(
  store: Store,
  config: Config,
  now: () => number,
  onError: (error: Error) => void,
): Services {
  return {
    config,
    store,
    operations: new Operations(store, now),
    replicas: new Replicas({
      store,
      createIndex: () => new WorkspaceIndex(),
      maxBytes: config.replicaMemoryMb * 1024 * 1024,
    }),
    bus: new EventBus(store, onError),
    state: new NodeState(),
    limits: { freeCardLimit: config.freeCardLimit },
    now,
    newId: () => newId(now()),
  }
}

async function stop({ app, store, services }: Omit<Node, 'stop'>, housekeeping: Housekeeping): Promise<void> {
  services.state.stop()
  await housekeeping.stop()
  const cutOff = setTimeout(() => app.server.closeAllConnections(), DRAINED_AFTER)
  await app.close()
  clearTimeout(cutOff)
  await services.bus.stop()
  await store.close()
}
