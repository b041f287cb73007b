import { browserPorts } from './browser-ports.ts'
import { FileClient } from './file-client.ts'
import { session } from './index.ts'

/**
 * Uploads and downloads for the signed-in user. In a separate file, because the first screen needs only the session.
 */
export const files = new FileClient(session, browserPorts())
