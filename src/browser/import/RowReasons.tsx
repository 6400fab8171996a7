import { chakra } from '@chakra-ui/react/styled-system'
import { Trash2 } from 'lucide-react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { useSay } from '../data/session.tsx'

/** Under a row: what is wrong with it, and the way to leave it out. */
export function RowReasons({ reasons, onRemove }: { readonly reasons: readonly string[]; onRemove(): void }) {
  const say = useSay()
  if (reasons.length === 0) return <chakra.p color="fg.muted">{say('import.no-error')}</chakra.p>
  const remove = (
    <Button size="sm" icon={<Trash2 aria-hidden />} onClick={onRemove}>
      {say('import.remove-row')}
    </Button>
  )
  return (
    <Banner tone="danger" title={say('import.row-error')} actions={remove}>
      <ul style={{ listStyle: 'none' }}>
        {reasons.map(reason => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Banner>
  )
}
