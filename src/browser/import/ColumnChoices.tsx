import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import { Select } from '../../controls/fields/Select.tsx'
import type { Import } from '../../model/model.ts'
import { useTranslate } from '../data/session.tsx'
import type { ImportState } from './work/importState.ts'

const List = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 14rem), 1fr))',
    columnGap: '4',
    rowGap: '2.5',
  },
})

interface Props {
  readonly load: Import
  readonly state: ImportState
  /** Only columns that no field takes. */
  readonly unknown: boolean
  onTake(index: number, name: string | null): void
}

/** Which field each column of the file goes to. */
export function ColumnChoices({ load, state, unknown, onTake }: Props) {
  const say = useTranslate()
  const id = useId()
  const options = load.columns.map(({ name, title }) => ({ value: name, title }))
  const columns = state.header.slice(0, state.width).map((name, index) => ({ name, index, field: state.mapping[index] ?? '' }))
  return (
    <List>
      {columns
        .filter(({ field }) => !unknown || field === '')
        .map(({ name, index, field }) => (
          <chakra.div key={`${index} ${name}`} minWidth="0">
            <chakra.label
              htmlFor={`${id}-${index}`}
              textStyle="label"
              display="block"
              overflow="hidden"
              textOverflow="ellipsis"
              whiteSpace="nowrap"
            >
              {field === '' ? say('import.unknown-column', { name }) : name}
            </chakra.label>
            <Select
              id={`${id}-${index}`}
              value={field}
              blank={say('import.ignore-column')}
              options={options}
              onChange={value => onTake(index, value === '' ? null : value)}
            />
          </chakra.div>
        ))}
    </List>
  )
}
