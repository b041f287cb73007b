import type {
  beginSecondStep,
  getSecondStep,
  renewRecoveryCodes,
  turnOffSecondStep,
  turnOnSecondStep,
} from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import type { Identity } from '../identity/index.ts'
import { callerOf, type PlainHandler } from './handler.ts'

const ELSEWHERE = {
  status: 404,
  msg: 'Your sign-in provider looks after this, and not this site.',
} as const
const WRONG = {
  status: 400,
  msg: 'code: this is not the code that the app shows now. Look at the clock of its device.',
} as const
const OFF = { status: 404, msg: 'No second step is switched on.' } as const

export function secondStepHandlers({ secondStep }: Identity) {
  const getSecondStepHandler: PlainHandler<typeof getSecondStep> = async (_input, context) => {
    const state = await secondStep.stateOf(callerOf(context).userId)
    return ok({
      data: {
        is_possible: state !== null,
        is_on: state?.isOn ?? false,
        has_app: state?.hasApp ?? false,
        asks_passkey: state?.asksPasskey ?? false,
        recovery_codes_left: state?.recoveryCodes ?? 0,
      },
    })
  }
  const beginSecondStepHandler: PlainHandler<typeof beginSecondStep> = async (_input, context) => {
    const { userId } = callerOf(context)
    if ((await secondStep.stateOf(userId)) === null) return refused(ELSEWHERE)
    const user = await context.services.store.users.byId(userId)
    return ok({ data: secondStep.begin(user?.email ?? '') })
  }
  const turnOnSecondStepHandler: PlainHandler<typeof turnOnSecondStep> = async ({ body }, context) => {
    const codes = await secondStep.turnOn(callerOf(context), body.secret, body.code)
    if (!codes.ok) return refused(codes.error === 'wrong' ? WRONG : ELSEWHERE)
    return ok({ data: { recovery_codes: codes.value } })
  }
  const renewRecoveryCodesHandler: PlainHandler<typeof renewRecoveryCodes> = async (_input, context) => {
    const codes = await secondStep.renewRecoveryCodes(callerOf(context))
    return codes === null ? refused(OFF) : ok({ data: { recovery_codes: codes } })
  }
  const turnOffSecondStepHandler: PlainHandler<typeof turnOffSecondStep> = async (_input, context) => {
    await secondStep.turnOff(callerOf(context))
    return ok({ data: true as const })
  }
  return {
    getSecondStep: getSecondStepHandler,
    beginSecondStep: beginSecondStepHandler,
    turnOnSecondStep: turnOnSecondStepHandler,
    renewRecoveryCodes: renewRecoveryCodesHandler,
    turnOffSecondStep: turnOffSecondStepHandler,
  }
}
