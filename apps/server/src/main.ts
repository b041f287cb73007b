import { serve } from './serve.ts'

/** The server from its sources; the built one begins in `launch/`. */
await serve(process.env)
