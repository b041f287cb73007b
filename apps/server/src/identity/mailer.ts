import type { Config } from '../config.ts'
import { inTime } from '../lib/waiting.ts'

/** Rejects if the mail server does not accept the mail. */
export type SendMail = (to: string, subject: string, text: string) => Promise<void>

/** ms for each step of SMTP. */
const STEP_TIMEOUT_MS = 20_000
/** ms for one mail, from resolving the server's name to its last reply. */
const MAIL_TIMEOUT_MS = 60_000

/** Null: no mail server is configured. */
export function mailerOf(
  { smtpUrl, supportEmail }: Pick<Config, 'smtpUrl' | 'supportEmail'>,
  within = MAIL_TIMEOUT_MS,
): SendMail | null {
  if (smtpUrl === null) return null
  return async (to, subject, text) => {
    // Loaded on demand: most servers send no mail.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl,
      dnsTimeout: STEP_TIMEOUT_MS,
      connectionTimeout: STEP_TIMEOUT_MS,
      greetingTimeout: STEP_TIMEOUT_MS,
      socketTimeout: STEP_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const from = { name: 'Cardinal', address: supportEmail }
      const mail = transport.sendMail({ from, to: { name: '', address: to }, subject, text })
      await inTime(mail, within)
    } finally {
      transport.close()
    }
  }
}
