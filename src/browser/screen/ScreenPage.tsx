import type { Screen } from '../../model/model.ts'
import { EmbedScreen } from './EmbedScreen.tsx'
import { FormScreen } from './FormScreen.tsx'
import { RecordScreen } from './RecordScreen.tsx'

/** A page that is no register, drawn from its definition. */
export default function ScreenPage({ screen, rest }: { readonly screen: Screen; readonly rest: readonly string[] }) {
  const { body } = screen
  if ('form' in body) return <FormScreen screen={screen} form={body.form} />
  if ('embed' in body) return <EmbedScreen screen={screen} embed={body.embed} />
  return <RecordScreen record={body.record} rest={rest} />
}
