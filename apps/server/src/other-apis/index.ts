import type { FastifyInstance } from 'fastify'
import { KARAKEEP } from './karakeep-routes.ts'
import { LINKDING } from './linkding-routes.ts'
import { PINBOARD } from './pinboard-routes.ts'
import { addProtocol, type ProtocolOptions } from './protocol.ts'

/** APIs of other bookmark services. */
export async function addOtherApis(app: FastifyInstance, options: ProtocolOptions): Promise<void> {
  await addProtocol(app, LINKDING, options)
  await addProtocol(app, PINBOARD, options)
  await addProtocol(app, KARAKEEP, options)
}
