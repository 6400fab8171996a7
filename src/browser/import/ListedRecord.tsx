import type { Import } from '../../model/model.ts'
import { useModel, useSay } from '../data/session.tsx'
import { Link } from '../router/Link.tsx'
import type { Listed } from './state.ts'
import { grouped } from './words.ts'

/** The record that lists what was saved (an initial inventory), and the way to it. */
export function ListedRecord({ load, listed }: { readonly load: Import; readonly listed: Listed }) {
  const say = useSay()
  const view = useModel().registers[listed.register]?.views
  const name = load.after ? say(load.after.label) : ''
  const text = say('import.listed', { title: listed.title, name, count: grouped(listed.count) })
  if (!view) return <p>{text}</p>
  return (
    <p>
      <Link to={`${view.path}/${listed.id}`} style={{ textDecoration: 'underline' }}>
        {text}
      </Link>
    </p>
  )
}
