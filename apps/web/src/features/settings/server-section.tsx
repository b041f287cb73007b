import { useEffect, useState } from 'react'
import { session } from '../../session/index.ts'
import { query } from '../../session/query.ts'
import { LinkButton } from '../../ui/index.ts'
import { Section } from './section.tsx'

/** Links the owner of the server to its figures. Renders nothing for everybody else. */
export function ServerSection() {
  const [isOwner, setIsOwner] = useState(false)
  useEffect(() => {
    query(session.account, 'GET /user/get-profile').then(
      (profile) => setIsOwner(profile.is_server_owner === true),
      () => {}, // Without the server there is nothing to show.
    )
  }, [])
  if (!isOwner) return null
  return (
    <Section title="This server" about="You made the first account on it.">
      <LinkButton href="/server">Users, cards, storage and version</LinkButton>
    </Section>
  )
}
