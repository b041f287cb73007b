import type { Failure, openPortal, paymentWebhook, startCheckout } from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import type { CheckoutRefusal } from '../payments/payments.ts'
import type { WebhookFault } from '../payments/provider.ts'
import { type CallContext, callerOf, type PlainHandler } from './handler.ts'

export const startCheckoutHandler: PlainHandler<typeof startCheckout> = async ({ body }, context) => {
  const { payments } = context.services
  if (payments === null) return refused(FAILURES.noPayments)
  const address = await payments.startCheckout(callerOf(context).userId, body.country, body.plan)
  return address.ok
    ? ok({ data: { address: address.value } })
    : refused(paymentFailure(address.error, context))
}

export const openPortalHandler: PlainHandler<typeof openPortal> = async (_input, context) => {
  const { payments } = context.services
  if (payments === null) return refused(FAILURES.noPayments)
  const address = await payments.openPortal(callerOf(context).userId)
  return address.ok
    ? ok({ data: { address: address.value } })
    : refused(paymentFailure(address.error, context))
}

/**
 * Applies an event of the payment provider. Unrelated events are accepted too; otherwise the provider would
 * keep resending them.
 */
export const paymentWebhookHandler: PlainHandler<typeof paymentWebhook> = async ({ body }, context) => {
  const { payments } = context.services
  if (payments === null) return refused(FAILURES.noPayments)
  const signature = context.http?.request.headers['stripe-signature']
  const isOne = typeof signature === 'string'
  const bytes = body instanceof Uint8Array ? body : new Uint8Array()
  const received = await payments.receive(bytes, isOne ? signature : undefined)
  if (received.ok) return ok({ data: true as const })
  context.http?.request.log.warn({ fault: received.error }, 'an event of the payment provider was refused')
  return refused({ status: 400, msg: WEBHOOK_FAULTS[received.error] })
}

const WEBHOOK_FAULTS: Readonly<Record<WebhookFault, string>> = {
  'not-signed': 'Stripe-Signature: the signature does not fit the body, or is too old.',
  unreadable:
    'body: this is no event that can be read; see "Payments" in docs/running.md for the API version.',
}

function paymentFailure(
  refusal: CheckoutRefusal | { readonly kind: 'never-paid' },
  context: CallContext,
): Failure {
  switch (refusal.kind) {
    case 'no-user':
      return FAILURES.notSignedIn
    case 'no-price':
      return { status: 400, msg: 'country: there is no price for this country.' }
    case 'subscribed':
      return { status: 409, msg: 'A subscription runs already. Change or end it under "Manage payments".' }
    case 'never-paid':
      return { status: 404, msg: 'Nothing was paid for by card from this account.' }
    case 'provider-trouble':
      context.http?.request.log.error({ err: refusal.error }, 'the payment provider gave no answer of use')
      return FAILURES.providerAway
  }
}
