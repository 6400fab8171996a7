import { Columns3, Layers, Rows3 } from 'lucide-react'
import { IconMenu } from '../../../controls/overlays/Menu.tsx'
import type { MenuPart } from '../../../controls/overlays/menuEntry.ts'
import { type Density, densities } from '../../grid/columns/density.ts'
import type { ListColumn } from '../cells/listColumns.ts'
import type { ListTools } from '../listTools.ts'
import type { ListState } from '../query/listUrlState.ts'
import type { ChangeState } from '../query/useListState.ts'
import { ViewsMenu } from '../views/ViewsMenu.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { groupEntries } from './groupEntries.ts'
import { LookSwitch } from './LookSwitch.tsx'

export interface ListToolbarProps {
  readonly tools: ListTools
  readonly state: ListState
  readonly change: ChangeState
  readonly columns: readonly ListColumn[]
  readonly shown: readonly ListColumn[]
  readonly density: Density
  onDensity(density: Density): void
  onColumns(names: readonly string[] | undefined): void
}

/** The menus at the right of a list's line: views, groups, files, columns and how close rows stand. */
export default function ListToolbar({ tools, state, change, columns, shown, density, onDensity, onColumns }: ListToolbarProps) {
  return (
    <>
      <LookSwitch tools={tools} state={state} change={change} />
      <ViewsMenu tools={tools} state={state} columns={shown.map(({ id }) => id)} />
      {state.look ? null : <GroupMenu tools={tools} state={state} change={change} columns={columns} />}
      <ExportMenu tools={tools} state={state} shown={shown} />
      {state.look ? null : (
        <>
          <ColumnChooser tools={tools} columns={columns} shown={shown} onColumns={onColumns} />
          <DensityMenu say={tools.say} density={density} onDensity={onDensity} />
        </>
      )}
    </>
  )
}

function GroupMenu(props: Pick<ListToolbarProps, 'tools' | 'state' | 'change' | 'columns'>) {
  const entries = groupEntries(props)
  if (entries.length === 0) return null
  return (
    <IconMenu entries={entries} label={props.tools.say('list.group')}>
      <Layers aria-hidden />
    </IconMenu>
  )
}

function ColumnChooser({
  tools,
  columns,
  shown,
  onColumns,
}: Pick<ListToolbarProps, 'tools' | 'columns' | 'shown' | 'onColumns'>) {
  const { say } = tools
  const on = new Set(shown.map(column => column.id))
  const toggle = (id: string): void => {
    const next = columns.filter(column => (column.id === id ? !on.has(id) : on.has(column.id))).map(column => column.id)
    if (next.length > 0) onColumns(next)
  }
  const entries: MenuPart[] = [
    ...columns.map(column => ({ id: column.id, title: column.title, checked: on.has(column.id), act: () => toggle(column.id) })),
    { line: 'reset' },
    { id: '!reset', title: say('columns-reset'), act: () => onColumns(undefined) },
  ]
  return (
    <IconMenu entries={entries} label={say('columns')}>
      <Columns3 aria-hidden />
    </IconMenu>
  )
}

function DensityMenu({ say, density, onDensity }: Pick<ListTools, 'say'> & Pick<ListToolbarProps, 'density' | 'onDensity'>) {
  const entries = densities.map(id => ({ id, title: say(`density-${id}`), checked: id === density, act: () => onDensity(id) }))
  return (
    <IconMenu entries={entries} label={say('density')}>
      <Rows3 aria-hidden />
    </IconMenu>
  )
}
