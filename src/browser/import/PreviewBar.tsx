import { chakra } from '@chakra-ui/react/styled-system'
import { Columns3, ListFilter, Save } from 'lucide-react'
import { Button } from '../../controls/Button.tsx'
import { Checkbox } from '../../controls/fields/Checkbox.tsx'
import { useTranslate } from '../data/session.tsx'

interface Props {
  readonly count: number
  readonly wrong: number
  readonly onlyWrong: boolean
  readonly skip: boolean
  /** Whether what is there is changed; undefined where that is not asked. */
  readonly change: boolean | undefined
  readonly filters: boolean
  onOnlyWrong(on: boolean): void
  onSkip(on: boolean): void
  onChange(on: boolean): void
  onColumns(): void
  onFilter(): void
  onSave(): void
}

/** Shows the actions on the rows. */
export function PreviewBar({ count, wrong, onlyWrong, skip, change, filters, ...on }: Props) {
  const say = useTranslate()
  return (
    <chakra.div display="flex" alignItems="center" columnGap="4" rowGap="2" flexWrap="wrap" minHeight="control">
      <chakra.p aria-live="polite" fontVariantNumeric="tabular-nums" flex="1 1 9rem" display="flex" gap="2" flexWrap="wrap">
        <span>{say('import.rows', { count: count })}</span>
        {wrong > 0 ? (
          <chakra.span color="danger.fg" fontWeight="medium">
            {say('import.rows-with-error', { count: wrong })}
          </chakra.span>
        ) : null}
      </chakra.p>
      {change === undefined ? null : (
        <chakra.span data-tip={say('import.change-help')}>
          <Checkbox label={say('import.change')} checked={change} onChange={on.onChange} />
        </chakra.span>
      )}
      {wrong > 0 || onlyWrong ? (
        <chakra.div display="flex" gap="4" alignItems="center" flexWrap="wrap">
          <Checkbox label={say('import.only-errors')} checked={onlyWrong} onChange={on.onOnlyWrong} />
          <chakra.span data-tip={say('import.save-valid-help')}>
            <Checkbox label={say('import.save-valid')} checked={skip} onChange={on.onSkip} />
          </chakra.span>
        </chakra.div>
      ) : null}
      <chakra.div display="flex" gap="2" alignItems="center" flexWrap="wrap" ms="auto">
        <Button look="ghost" icon={<Columns3 aria-hidden />} onClick={on.onColumns}>
          {say('import.columns-review')}
        </Button>
        {filters ? (
          <Button icon={<ListFilter aria-hidden />} disabled={count === 0} onClick={on.onFilter}>
            {say('import.filter')}
          </Button>
        ) : null}
        <Button look="solid" icon={<Save aria-hidden />} disabled={count === 0} onClick={on.onSave}>
          {say('import.save')}
        </Button>
      </chakra.div>
    </chakra.div>
  )
}
