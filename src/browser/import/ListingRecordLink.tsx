import type { ImportFollowUpRecord } from '../../api/import.ts'
import type { Import } from '../../model/model.ts'
import { useModel, useTranslate } from '../data/session.tsx'
import { RouterLink } from '../router/RouterLink.tsx'

/** The record that lists what was saved (an initial inventory), and the way to it. */
export function ListingRecordLink({ load, listed }: { readonly load: Import; readonly listed: ImportFollowUpRecord }) {
  const say = useTranslate()
  const view = useModel().registers[listed.register]?.views
  const name = load.after ? say(load.after.label) : ''
  const text = say('import.listed', { title: listed.title, name, count: listed.count })
  return (
    <>
      <p>
        {view ? (
          <RouterLink to={`${view.path}/${listed.id}`} style={{ textDecoration: 'underline' }}>
            {text}
          </RouterLink>
        ) : (
          text
        )}
      </p>
      {load.after?.note ? <p>{say(load.after.note)}</p> : null}
    </>
  )
}
