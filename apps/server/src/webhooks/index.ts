export { newWebhookSecret } from './send-message.ts'
export { Webhooks } from './webhooks.ts'
