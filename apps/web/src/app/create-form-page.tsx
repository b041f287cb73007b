import CardFormPage from './card-form-page.tsx'

export default function CreateFormPage() {
  return <CardFormPage path="/create-form" />
}
