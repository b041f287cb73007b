import { browserPorts } from './browser-ports.ts'
import { FileClient } from './file-client.ts'
import { session } from './index.ts'

/** Uploads and downloads in the name of who is signed in. Apart from the session, which the first screen needs. */
export const files = new FileClient(session, browserPorts())
