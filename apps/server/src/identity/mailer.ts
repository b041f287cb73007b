import type { Config } from '../config.ts'

/** Sends a text to an address; rejects where the mail server does not take it. */
export type SendMail = (to: string, subject: string, text: string) => Promise<void>

/** ms for each step of talking to the mail server. */
const PATIENCE = 20_000

/** Returns how mail goes out; null where no mail server is configured. */
export function mailerOf({
  smtpUrl,
  supportEmail,
}: Pick<Config, 'smtpUrl' | 'supportEmail'>): SendMail | null {
  if (smtpUrl === null) return null
  return async (to, subject, text) => {
    // Most servers send no mail.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: PATIENCE,
      greetingTimeout: PATIENCE,
      socketTimeout: PATIENCE,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        from: { name: 'Cardinal', address: supportEmail },
        to: { name: '', address: to },
        subject,
        text,
      })
    } finally {
      transport.close()
    }
  }
}
