import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import type { CommentPerson } from '../../../api/comment.ts'
import { FormField } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { useTranslate } from '../../data/session.tsx'

/** With whom a task is, and until when. */
export interface TaskValues {
  readonly responsavel: number | null
  readonly prazo: string | null
}

interface Props {
  readonly id: string
  readonly value: TaskValues
  people(text: string): Promise<readonly CommentPerson[]>
  onChange(value: TaskValues): void
}

/** Somebody of the store who sees the record, and a day. */
export function TaskFields({ id, value, people, onChange }: Props) {
  const say = useTranslate()
  const [all, setAll] = useState<readonly CommentPerson[]>([])
  useEffect(() => {
    let current = true
    people('').then(
      found => current && setAll(found),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [people])
  const { responsavel, prazo } = value
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns={{ base: '1fr', sm: '1fr 12rem' }} alignItems="start">
      <FormField id={`${id}-who`} label={say('comment.assigned')}>
        <Select
          id={`${id}-who`}
          blank={say('comment.no-one')}
          options={all.map(one => ({ value: `${one.id}`, title: one.nome }))}
          value={responsavel === null ? '' : `${responsavel}`}
          onChange={chosen =>
            onChange(chosen === '' ? { responsavel: null, prazo: null } : { responsavel: Number(chosen), prazo })
          }
        />
      </FormField>
      <FormField id={`${id}-due`} label={say('comment.due')}>
        <TextInput
          id={`${id}-due`}
          type="date"
          min="2000-01-01"
          max="2999-12-31"
          disabled={responsavel === null}
          value={prazo ?? ''}
          onChange={event => onChange({ responsavel, prazo: event.currentTarget.value || null })}
        />
      </FormField>
    </chakra.div>
  )
}
