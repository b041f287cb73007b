import CardFormPage from './card-form-page.tsx'

export default function EditFormPage() {
  return <CardFormPage path="/edit-form" />
}
