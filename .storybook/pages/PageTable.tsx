import { chakra } from '@chakra-ui/react/styled-system'
import { Check, Minus } from 'lucide-react'
import { Fragment } from 'react'
import { type AppPage, accessTitles, type GatedItem } from '../../scripts/describe/appPages.ts'
import { describeGate } from '../../scripts/describe/gate.ts'
import type { Model } from '../../src/model/model.ts'
import { groupNeighbours, outsideMenu } from './matrix.ts'
import { Code, StickyTable, TableFrame, TableHead } from './table.tsx'
import { describeViewer, type Viewer, viewerPasses } from './viewer.ts'

const acts = Object.entries(accessTitles)
const columns = [
  { title: 'Tela', width: { base: '10rem', md: '15rem' } },
  ...acts.map(([, title]) => ({ title, width: '11rem' })),
  { title: 'Outras ações', width: '14rem' },
]
const Gate = chakra('span', {
  base: {
    display: 'flex',
    gap: '1.5',
    '& > svg': { boxSize: '1rem', flexShrink: 0, mt: '0.125rem' },
    '&[data-open="yes"] > svg': { color: 'positive.fg' },
    '&[data-open="no"]': { color: 'fg.muted' },
  },
})

export interface PageTableProps {
  readonly model: Model
  readonly places: readonly AppPage[]
  readonly who: Viewer
}

/** Every screen with who may do what there, and whether the chosen person may. */
export function PageTable({ model, places, who }: PageTableProps) {
  return (
    <TableFrame label={`O que pode: ${describeViewer(who)}`}>
      <StickyTable>
        <TableHead columns={columns} />
        <tbody>
          {groupNeighbours(places, place => place.group).map(({ group, items }) => (
            <Fragment key={group}>
              <tr data-heading="">
                <th data-first="" scope="rowgroup">
                  {group || outsideMenu}
                </th>
                <td colSpan={acts.length + 1} />
              </tr>
              {items.map(place => (
                <PlaceRow key={`${place.kind} ${place.name}`} model={model} place={place} who={who} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </StickyTable>
    </TableFrame>
  )
}

function PlaceRow({ model, place, who }: { readonly model: Model; readonly place: AppPage; readonly who: Viewer }) {
  const others = place.doors.filter(door => door.kind !== 'act')
  return (
    <tr>
      <th data-first="" scope="row">
        <chakra.span display="block" fontWeight="medium">
          {place.title}
        </chakra.span>
        <Code>{place.path}</Code>
      </th>
      {acts.map(([act]) => {
        const door = place.doors.find(each => each.kind === 'act' && each.id === act)
        return <td key={act}>{door ? <DoorGate model={model} door={door} who={who} open={place.open} /> : null}</td>
      })}
      <td>
        {others.map(door => (
          <DoorGate key={`${door.kind} ${door.id}`} model={model} door={door} who={who} named />
        ))}
      </td>
    </tr>
  )
}

interface DoorGateProps {
  readonly model: Model
  readonly door: GatedItem
  readonly who: Viewer
  readonly open?: boolean
  readonly named?: boolean
}

function DoorGate({ model, door, who, open = false, named = false }: DoorGateProps) {
  const may = open || viewerPasses(model, who, door.gate)
  const says = open ? 'Todos, sem entrar' : describeGate(model, door.gate)
  return (
    <Gate data-open={may ? 'yes' : 'no'}>
      {may ? <Check role="img" aria-label="Pode" /> : <Minus role="img" aria-label="Não pode" />}
      <span>{named ? `${door.title}: ${says}` : says}</span>
    </Gate>
  )
}
