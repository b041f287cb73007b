import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

/**
 * Another OpenID provider, run as a process. It signs in every visitor as the person in `login_hint`. Arguments:
 * port, and the redirect addresses of its two clients.
 */
const [port, redirectUri, otherRedirectUri] = process.argv.slice(2)
const issuer = `http://localhost:${port}`
const client = (id: string, uri: string | undefined) => ({
  client_id: id,
  client_secret: `${id}-secret-with-enough-characters`,
  redirect_uris: [uri ?? ''],
})

const provider = new Provider(issuer, {
  clients: [client('cardinal-at-work', redirectUri), client('another-application', otherRedirectUri)],
  cookies: { keys: ['only for a test'] },
  pkce: { required: () => false },
  conformIdTokenClaims: false,
  claims: {
    openid: ['sub'],
    profile: ['name', 'given_name', 'family_name'],
    email: ['email', 'email_verified'],
  },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      name: id === 'nameless' ? undefined : `Person ${id}`,
      ...(id === 'without-mail' ? {} : { email: `${id}@work.example`, email_verified: id !== 'unverified' }),
    }),
  }),
  loadExistingGrant: async (ctx) => {
    const { client: asking, session } = ctx.oidc
    const grant = new ctx.oidc.provider.Grant({
      clientId: asking?.clientId ?? '',
      accountId: session?.accountId ?? '',
    })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

const handle = provider.callback()
createServer(async (request, response) => {
  if (!request.url?.startsWith('/interaction/')) {
    handle(request, response)
    return
  }
  const { params } = await provider.interactionDetails(request, response)
  const hint = String(params.login_hint ?? 'ada')
  const result =
    hint === 'refuses'
      ? { error: 'access_denied', error_description: 'the person said no' }
      : { login: { accountId: hint } }
  await provider.interactionFinished(request, response, result)
}).listen(Number(port), 'localhost', () => process.stdout.write('listening\n'))
