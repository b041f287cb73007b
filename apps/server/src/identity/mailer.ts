import type { Config } from '../config.ts'
import { inTime } from '../lib/waiting.ts'

/** Sends a text to an address; rejects where the mail server does not take it. */
export type SendMail = (to: string, subject: string, text: string) => Promise<void>

/** ms for each step of talking to the mail server. */
const PATIENCE = 20_000
/** ms for one mail, from the name of the mail server to its last word. */
const WITHIN = 60_000

/** Returns how mail goes out; null where no mail server is configured. */
export function mailerOf(
  { smtpUrl, supportEmail }: Pick<Config, 'smtpUrl' | 'supportEmail'>,
  within = WITHIN,
): SendMail | null {
  if (smtpUrl === null) return null
  return async (to, subject, text) => {
    // Most servers send no mail.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl,
      dnsTimeout: PATIENCE,
      connectionTimeout: PATIENCE,
      greetingTimeout: PATIENCE,
      socketTimeout: PATIENCE,
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
