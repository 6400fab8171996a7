import model from 'virtual:model'
import { useMemo, useState } from 'react'
import { withCount } from '../../scripts/describe/phrase.ts'
import { EmptyState } from '../../src/controls/EmptyState.tsx'
import { Checkbox } from '../../src/controls/fields/Checkbox.tsx'
import { FlagMatrix } from './FlagMatrix.tsx'
import { Legend } from './GatedItemMark.tsx'
import { matrixOf } from './matrix.ts'
import { Choose, PageLayout, SearchTool } from './PageLayout.tsx'
import { PageTable } from './PageTable.tsx'
import { RoleTable } from './RoleTable.tsx'
import { roleTitles, toggledFlags, type Viewer, type ViewerRole } from './viewer.ts'

const roles = [
  ...Object.entries(roleTitles).map(([id, title]) => ({ id, title })),
  ...model.staffRoles.map(({ name, title }) => ({ id: name, title })),
]
const views = [
  { id: 'flags', title: 'Por permissão' },
  { id: 'places', title: 'Por tela' },
  { id: 'roles', title: 'Por papel' },
]

export interface PermissionsProps {
  readonly view: 'flags' | 'places' | 'roles'
  readonly person: ViewerRole
  readonly flags?: readonly string[]
}

/** The role that the product ships with just these permissions; else what the person is. */
const roleOf = ({ role, flags }: Viewer): string =>
  (role === 'employee' &&
    model.staffRoles.find(one => one.flags.length === flags.size && one.flags.every(flag => flags.has(flag)))?.name) ||
  role

function viewerAs(id: string, { flags }: Viewer): Viewer {
  const shipped = model.staffRoles.find(({ name }) => name === id)
  return shipped ? { role: 'employee', flags: new Set(shipped.flags) } : { role: id as ViewerRole, flags }
}

/** Shows who may do what where: permissions against screens, or screen by screen, through the eyes of a role. */
export function Permissions({ view: start, person, flags = [] }: PermissionsProps) {
  const [view, setView] = useState<string>(start)
  const [search, setSearch] = useState('')
  const [telling, setTelling] = useState(true)
  const [who, setWho] = useState<Viewer>({ role: person, flags: new Set(flags) })
  const matrix = useMemo(() => matrixOf(model, search, telling && view === 'flags'), [search, telling, view])
  const total = useMemo(() => matrixOf(model, '', false).places.length, [])
  const give = (name: string): void => setWho(({ flags: held }) => ({ role: 'employee', flags: toggledFlags(held, name) }))
  const found = matrix.places.length > 0 && (view !== 'flags' || matrix.flags.length > 0)
  return (
    <PageLayout
      title="Permissões"
      note={`${withCount(model.flags.length, 'permissão', 'permissões')} e ${withCount(total, 'tela', 'telas')}. Permissões valem para funcionários; proprietário e administrador têm todas.`}
      tools={
        <>
          <SearchTool label="Buscar permissão ou tela" value={search} onChange={setSearch} />
          <Choose label="Vista" options={views} value={view} onChange={setView} />
          <Choose label="Pessoa" options={roles} value={roleOf(who)} onChange={id => setWho(viewerAs(id, who))} />
          {view === 'flags' ? <Checkbox label="Só linhas e colunas com marcas" checked={telling} onChange={setTelling} /> : null}
        </>
      }
    >
      {view === 'flags' ? <Legend /> : null}
      {found ? null : <EmptyState title="Nada encontrado." text="Nenhuma permissão ou tela tem essas palavras." />}
      {found && view === 'flags' ? <FlagMatrix model={model} matrix={matrix} who={who} onFlag={give} /> : null}
      {found && view === 'roles' ? <RoleTable model={model} flags={matrix.flags} /> : null}
      {found && view === 'places' ? <PageTable model={model} places={matrix.places} who={who} /> : null}
    </PageLayout>
  )
}
