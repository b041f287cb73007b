import type { ParamsOf, PopupProps } from '../../overlays/index.ts'
import { CardForm } from '../../shared/card-form/card-form.tsx'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import { isCardType, useHomeAddress } from '../../shared/search/use-home-address.ts'

export default function AddCard({ params, close }: PopupProps<'home-addEntity'>) {
  const { focus } = useHomeScreen()
  const type = useTypeToAdd(params)
  return (
    <CardForm
      card={null}
      type={type}
      content={params.text ?? ''}
      address={params.address}
      onDone={(id) => {
        focus.getState().setCard(id)
        close()
      }}
    />
  )
}

/** The type in the address, else that of the home page, else todo. */
export function useTypeToAdd(params: ParamsOf<'quick-add'>) {
  const { subject } = useHomeAddress()
  return params.type ?? (isCardType(subject) ? subject : 'todo')
}
