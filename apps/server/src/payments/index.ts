export { type CheckoutRefusal, Payments, type Received } from './payments.ts'
export type { PaymentProvider, ProviderTrouble, WebhookFault } from './provider.ts'
