import { chakra } from '@chakra-ui/react/styled-system'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { lowerCaseTitle } from '../../../base/text.ts'
import { Checkbox } from '../../../controls/fields/Checkbox.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { recordName } from '../actions.ts'
import { withTicks } from './links.ts'
import { type Links, type ResolvedLink, useLinkChoices } from './useLinks.ts'

interface Props {
  readonly parts: ResolvedLink
  readonly links: Links
  readonly group: string
  readonly say: Translate
  failed(error: unknown): void
}

/** The records of the open group, each with its tick. */
export function LinkChoices({ parts, links, group, say, failed }: Props) {
  const { target } = parts
  const [text, setText] = useState('')
  const choices = useLinkChoices(parts, group, text, links.seen, failed)
  const title = lowerCaseTitle(target.title)
  const keys = (choices?.rows ?? []).map(row => String(row.id))
  const on = keys.filter(key => links.ticked.has(key)).length
  return (
    <chakra.section aria-label={target.title} minWidth="0">
      <TextInput
        data-autofocus
        inputMode="search"
        aria-label={say('link.search', { title })}
        placeholder={say('link.search', { title })}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        before={<Search aria-hidden />}
      />
      {keys.length > 1 && (
        <chakra.div mt="3" pb="1" borderBottomWidth="1px" borderColor="border.muted">
          <Checkbox
            checked={on === keys.length}
            indeterminate={on > 0 && on < keys.length}
            label={say('link.all-of-group')}
            onChange={all => links.tick(withTicks(links.ticked, keys, all))}
          />
        </chakra.div>
      )}
      <chakra.ul listStyleType="none" m="0" p="0" mt="1" overflow="auto" maxHeight="20rem" minHeight="8rem">
        {choices
          ? choices.rows.map(row => <Choice key={row.id} row={row} parts={parts} links={links} />)
          : [70, 55, 60].map(width => (
              <chakra.li key={width} py="1.5">
                <Skeleton width={`${width}%`} />
              </chakra.li>
            ))}
        {choices?.rows.length === 0 && <chakra.li color="fg.muted">{say('empty')}</chakra.li>}
      </chakra.ul>
      {choices && choices.count > choices.rows.length && (
        <chakra.p color="fg.muted" mt="2">
          {say('link.more', { title })}
        </chakra.p>
      )}
    </chakra.section>
  )
}

function Choice({ row, parts: { target }, links }: Pick<Props, 'parts' | 'links'> & { readonly row: RegisterRow }) {
  const key = String(row.id)
  const code = target.code === undefined ? '' : String(row[target.code] ?? '')
  const name = recordName(target, row)
  return (
    <chakra.li minHeight={{ base: '2.75rem', md: '2rem' }} display="flex" alignItems="center">
      <Checkbox
        checked={links.ticked.has(key)}
        label={code === '' ? name : `${code} · ${name}`}
        onChange={checked => links.tick(withTicks(links.ticked, [key], checked))}
      />
    </chakra.li>
  )
}
