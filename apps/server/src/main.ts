import { serve } from './operations/serve.ts'

await serve(process.env)
