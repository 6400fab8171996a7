import { chakra } from '@chakra-ui/react/styled-system'
import { Download } from 'lucide-react'
import { Button } from '../../controls/Button.tsx'
import { Chip } from '../../controls/Chip.tsx'
import { isRequiredColumn } from '../../model/import/columns.ts'
import { sampleFile } from '../../model/import/files.ts'
import type { Import, ImportColumn } from '../../model/model.ts'
import { useTranslate } from '../data/session.tsx'
import { saveFile } from '../ui/saveFile.ts'

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    bg: 'bg.panel',
    '& > li': { display: 'flex', alignItems: 'flex-start', gap: '3', px: '3', py: '2' },
    '& > li:not(:last-child)': { borderBottomWidth: '1px', borderColor: 'border.muted' },
  },
})

/** Lists the fields of a file: each with the names by which its column is known, and a file to start from. */
export function ImportFieldList({ load }: { readonly load: Import }) {
  const say = useTranslate()
  const download = (): void => saveFile(sampleFile(load), `${load.name}-exemplo.csv`)
  return (
    <chakra.section display="flex" flexDirection="column" gap="2" minWidth="0">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="2" flexWrap="wrap">
        <chakra.h2 textStyle="section">{say('import.fields')}</chakra.h2>
        <Button size="sm" icon={<Download aria-hidden />} onClick={download}>
          {say('import.sample')}
        </Button>
      </chakra.div>
      <List>
        {load.columns.map(column => (
          <Field key={column.name} column={column} />
        ))}
      </List>
    </chakra.section>
  )
}

function Field({ column }: { readonly column: ImportColumn }) {
  const say = useTranslate()
  const demanded = isRequiredColumn(column)
  const names = [column.name, ...column.aliases].filter(name => name !== column.title)
  return (
    <li>
      <chakra.div flex="1" minWidth="0">
        <chakra.span fontWeight="medium">{column.title}</chakra.span>
        <chakra.p textStyle="note" overflowWrap="anywhere">
          {names.join(', ')}
        </chakra.p>
      </chakra.div>
      <Chip tone={demanded ? 'accent' : 'neutral'}>{say(demanded ? 'import.required' : 'import.optional')}</Chip>
    </li>
  )
}
