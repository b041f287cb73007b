import type { PopupProps } from '../../overlays/index.ts'
import { takeSharedFiles } from '../../service-worker/shared-files.ts'
import { CardForm } from '../../shared/card-form/card-form.tsx'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import { useTypeToAdd } from './add-card.tsx'

/** A short form: text, tags, type and colour. */
export default function QuickAdd({ params, close }: PopupProps<'quick-add'>) {
  const { focus } = useHomeScreen()
  const type = useTypeToAdd(params)
  return (
    <CardForm
      card={null}
      isQuick
      type={type}
      content={params.text ?? ''}
      address={params.address}
      tags={params.tags ?? ''}
      givenFiles={params.files === 'shared' ? takeSharedFiles : undefined}
      onDone={(id) => {
        focus.getState().setCard(id)
        close()
      }}
    />
  )
}
