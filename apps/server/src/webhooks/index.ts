export { newWebhookSecret } from './send-message.ts'
export { keepEvents, Webhooks } from './webhooks.ts'
