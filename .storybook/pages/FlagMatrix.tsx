import { chakra } from '@chakra-ui/react/styled-system'
import { Fragment, useId } from 'react'
import type { AppPage } from '../../scripts/describe/appPages.ts'
import { Checkbox } from '../../src/controls/fields/Checkbox.tsx'
import type { Flag, Model } from '../../src/model/model.ts'
import { GatedItemMark } from './GatedItemMark.tsx'
import { flagOpenings, groupNeighbours, type Matrix, outsideMenu } from './matrix.ts'
import { Code, StickyTable, TableFrame } from './table.tsx'
import { describeViewer, type Viewer, viewerPasses } from './viewer.ts'

const Marks = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', gap: '1', maxWidth: '8rem' } })
const Label = chakra('label', { base: { display: 'flex', gap: '2.5', alignItems: 'flex-start', cursor: 'pointer' } })
const wide = { base: '13rem', md: '19rem' }

export interface FlagMatrixProps {
  readonly model: Model
  readonly matrix: Matrix
  readonly who: Viewer
  onFlag(name: string): void
}

/** Every permission against every screen: what each opens there. Ticking a permission gives it to the employee. */
export function FlagMatrix({ model, matrix: { places, flags }, who, onFlag }: FlagMatrixProps) {
  return (
    <TableFrame label="Matriz de permissões">
      <StickyTable>
        <thead>
          <tr>
            <chakra.th data-first="" scope="col" minWidth={wide}>
              Permissão
            </chakra.th>
            {places.map((place, at) => (
              <PlaceHead key={`${place.kind} ${place.name}`} place={place} first={places[at - 1]?.group !== place.group} />
            ))}
          </tr>
        </thead>
        <tbody>
          <tr data-lead="">
            <th data-first="" scope="row">
              <chakra.span fontWeight="semibold">{describeViewer(who)}</chakra.span>
            </th>
            {places.map(place => (
              <td key={`${place.kind} ${place.name}`}>
                <Marks>
                  {place.doors
                    .filter(door => viewerPasses(model, who, door.gate))
                    .map(door => (
                      <GatedItemMark key={`${door.kind} ${door.id}`} door={door} part="alone" />
                    ))}
                </Marks>
              </td>
            ))}
          </tr>
          {groupNeighbours(flags, flag => flag.group).map(({ group, items }) => (
            <Fragment key={group}>
              <tr data-heading="">
                <th data-first="" scope="rowgroup">
                  {group}
                </th>
                <td colSpan={Math.max(1, places.length)} />
              </tr>
              {items.map(flag => (
                <FlagRow key={flag.name} model={model} places={places} flag={flag} who={who} onFlag={onFlag} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </StickyTable>
    </TableFrame>
  )
}

function PlaceHead({ place, first }: { readonly place: AppPage; readonly first: boolean }) {
  return (
    <chakra.th scope="col" minWidth="7rem" {...(first ? { borderInlineStartWidth: '1px' } : {})}>
      {first ? (
        <chakra.span display="block" fontSize="0.75rem" color="fg.subtle" whiteSpace="nowrap">
          {place.group || outsideMenu}
        </chakra.span>
      ) : null}
      <chakra.span display="block" color="fg">
        {place.title}
      </chakra.span>
      <Code>{place.path}</Code>
    </chakra.th>
  )
}

interface FlagRowProps extends Pick<FlagMatrixProps, 'model' | 'who' | 'onFlag'> {
  readonly places: readonly AppPage[]
  readonly flag: Flag
}

function FlagRow({ model, places, flag, who, onFlag }: FlagRowProps) {
  const id = useId()
  return (
    <tr>
      <th data-first="" scope="row">
        <Label htmlFor={id}>
          <Checkbox id={id} checked={who.flags.has(flag.name)} onChange={() => onFlag(flag.name)} />
          <span>
            <chakra.span display="block" fontWeight="medium">
              {flag.title}
            </chakra.span>
            <Code>{flag.name}</Code>
          </span>
        </Label>
      </th>
      {places.map(place => (
        <td key={`${place.kind} ${place.name}`}>
          <Marks>
            {flagOpenings(model, place, flag.name).map(({ door, part }) => (
              <GatedItemMark key={`${door.kind} ${door.id}`} door={door} part={part} />
            ))}
          </Marks>
        </td>
      ))}
    </tr>
  )
}
