import { type CopyRule, displayNameOf, type Id } from '@cardinal/domain'
import { useEffect, useState } from 'react'
import { setKeepsHere, useAnswer, useKeepsHere } from '../../replica/index.ts'
import { CallFailed, type DataOf, isSharedComputer, session, useSession } from '../../session/index.ts'
import { chipNames } from '../../shared/tags/tag-names.ts'
import { counted } from '../../shared/text/counted.ts'
import { Checkbox, Chip, ErrorText, LinkButton, Segmented, toast, UNDERSTOOD } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useServerAnswer } from './use-server-list.ts'

type CopyRuleWire = DataOf<'GET /user/copy-rule'>

const RULES = [
  { value: 'chosen', label: 'Chosen links' },
  { value: 'tags', label: 'Links with these tags' },
  { value: 'all', label: 'All links' },
] as const

/** Settings for copies of pages: for which links the server stores them, and whether this device does, too. */
export function CopiesSection() {
  const { answer, failure, load } = useServerAnswer('GET /user/copy-rule')
  const [changed, setChanged] = useState<CopyRuleWire | null>(null)
  const rule = changed ?? answer
  const change = async (keeps: CopyRule['keeps'], tagIds: readonly Id[]) => {
    if (rule !== null) setChanged({ ...rule, keeps, tag_ids: [...tagIds] })
    try {
      const body = { keeps, tag_ids: tagIds }
      setChanged(await session.account.call('POST /user/update-copy-rule', { body }))
    } catch (reason) {
      if (!(reason instanceof CallFailed)) throw reason
      setChanged(null)
      void load()
      toast(reason.message, UNDERSTOOD)
    }
  }
  return (
    <Section
      title="Copies of pages"
      about="The readable text of a page, kept by the server. It stays when the page is gone. “Keep a copy” in the menu of a link does it for that one."
    >
      <ErrorText error={failure} />
      {rule === null && failure === null && (
        <p className={styles.text} data-on-its-way="">
          Asking the server …
        </p>
      )}
      {rule !== null && !rule.is_on && (
        <p className={styles.text}>The operator of this server has turned fetching of pages off.</p>
      )}
      {rule?.is_on && (
        <>
          <Segmented
            label="Keep copies of"
            segments={RULES}
            value={rule.keeps}
            onChange={(keeps) => void change(keeps, rule.tag_ids)}
          />
          {rule.keeps === 'tags' && (
            <RuleTags tagIds={rule.tag_ids} onChange={(tagIds) => void change('tags', tagIds)} />
          )}
        </>
      )}
      {rule !== null && <Kept {...rule} />}
      <OnThisDevice />
    </Section>
  )
}

function Kept({ copies, bytes }: CopyRuleWire) {
  const megabytes = bytes < 100_000 ? 'less than 0.1' : (bytes / 1_000_000).toFixed(1)
  return (
    <>
      <p className={styles.text} role="status">
        {copies === 0
          ? 'There are no copies yet.'
          : `${counted(copies, 'copy', 'copies')}, ${megabytes} MB of your room.`}
      </p>
      {copies > 0 && <LinkButton href="/home?search=has%3Acopy">Show links with a copy</LinkButton>}
    </>
  )
}

/** The tags whose links are copied. Tags of other workspaces are only counted. */
function RuleTags({
  tagIds,
  onChange,
}: {
  tagIds: readonly Id[]
  onChange: (tagIds: readonly Id[]) => void
}) {
  const { answer: tags } = useAnswer('allTags', { order: { by: 'alphabetically', of: 'asc' } })
  if (tags === undefined) return null
  const chosen = tags.filter(({ id }) => tagIds.includes(id))
  const others = tagIds.length - chosen.length
  const left = tags.filter(({ id }) => !tagIds.includes(id))
  return (
    <>
      <div className={styles.buttons}>
        {chosen.map((tag) => (
          <Chip
            key={tag.id}
            {...chipNames(tag)}
            color={tag.color}
            onRemove={() => onChange(tagIds.filter((id) => id !== tag.id))}
          />
        ))}
        {others > 0 && <span className={styles.detail}>{`and ${others} of other workspaces`}</span>}
      </div>
      <Select
        label="Add a tag"
        value=""
        choices={[
          { value: '', label: left.length === 0 ? 'No other tags' : 'Choose a tag' },
          ...left.map((tag) => ({ value: tag.id, label: displayNameOf(tag) })),
        ]}
        onChange={(id) => id !== '' && onChange([...tagIds, id])}
      />
    </>
  )
}

function OnThisDevice() {
  const isOn = useKeepsHere('copies')
  const { userId } = useSession()
  const here = useCountHere(isOn ? userId : null)
  if (isSharedComputer) return null
  const setKept = async (keeps: boolean) => {
    setKeepsHere('copies', keeps)
    if (keeps || userId === null) return
    const { deviceCopiesOf } = await import('../../replica/copies/device-copies.ts')
    await deviceCopiesOf(userId).clear()
  }
  return (
    <>
      <Checkbox isChecked={isOn} onChange={(keeps) => void setKept(keeps)}>
        Keep copies on this device
      </Checkbox>
      <p className={styles.text}>
        They are read and searched without a network, too.{' '}
        {here !== null && `${counted(here, 'copy is', 'copies are')} on this device.`}
      </p>
    </>
  )
}

/** ms between two counts while copies arrive. */
const COUNT_EVERY_MS = 2_000

/** The number of copies on this device. Null: none are stored, or not known yet. */
function useCountHere(userId: string | null): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    if (userId === null) return
    let isOver = false
    const look = async () => {
      const { deviceCopiesOf } = await import('../../replica/copies/device-copies.ts')
      const found = await deviceCopiesOf(userId).count()
      if (!isOver) setCount(found)
    }
    void look()
    const timer = setInterval(() => void look(), COUNT_EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [userId])
  return userId === null ? null : count
}
