import { chakra } from '@chakra-ui/react/styled-system'
import { Check, Pencil, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { CommentReply } from '../../../api/comment.ts'
import { Button, IconButton } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { useTranslate } from '../../data/session.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { CommentEditor } from './CommentEditor.tsx'
import type { CommentCalls } from './commentCalls.ts'
import { dayText } from './dayText.ts'
import { TaskFields, type TaskValues } from './TaskFields.tsx'

interface Props {
  readonly comment: CommentReply
  readonly calls: CommentCalls
  readonly kept: string
  /** Whether the address names it: it is brought into view. */
  readonly named: boolean
  confirmRemoval(): Promise<boolean>
  onFailure(message: string): void
}

/** One comment: who said it and when, its words, its task, and what may be done with it. */
export function CommentItem({ comment, calls, kept, named, confirmRemoval, onFailure }: Props) {
  const say = useTranslate()
  const [open, setOpen] = useState<Opened>()
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!named) return
    item.current?.scrollIntoView({ block: 'center' })
    item.current?.focus()
  }, [named])
  const { id, quem } = comment
  const act = (method: 'POST' | 'DELETE', rest: string, body: object): void =>
    void calls
      .act(method, `/${id}${rest}`, body)
      .catch((error: unknown) => onFailure(String(error instanceof Error ? error.message : error)))
  const remove = async (): Promise<void> => {
    if (await confirmRemoval()) act('DELETE', '', {})
  }
  const close = (): void => setOpen(undefined)
  if (comment.excluido)
    return (
      <chakra.p color="fg.muted" fontStyle="italic">
        {say('comment.gone')}
      </chakra.p>
    )
  return (
    <chakra.div ref={item} tabIndex={-1} borderRadius="md" {...(named ? { bg: 'bg.muted', p: '2' } : {})}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" gap="2">
        <chakra.h3 textStyle="label">{quem.nome}</chakra.h3>
        <chakra.span textStyle="note">
          {dateTimeText(comment.quando)}
          {comment.editado ? ` · ${say('comment.edited')}` : ''}
        </chakra.span>
      </chakra.div>
      {open === 'change' ? (
        <CommentEditor
          label={say('comment.change')}
          kept={`${kept}:${id}`}
          calls={calls}
          changes={comment}
          autoFocus
          onDone={close}
        />
      ) : (
        <chakra.p whiteSpace="pre-line" overflowWrap="anywhere">
          {comment.texto}
        </chakra.p>
      )}
      <TaskChip comment={comment} />
      <Acts comment={comment} open={open} onOpen={setOpen} onAct={act} onRemove={() => void remove()} />
      {open === 'task' ? (
        <Task comment={comment} calls={calls} onClose={close} onGive={values => act('POST', '/tarefa', values)} />
      ) : null}
      {open === 'answer' ? (
        <chakra.div mt="2">
          <CommentEditor
            label={say('comment.answer-to', { name: quem.nome })}
            kept={`${kept}:r:${id}`}
            calls={calls}
            answers={id}
            autoFocus
            onDone={close}
          />
        </chakra.div>
      ) : null}
    </chakra.div>
  )
}

type Opened = 'change' | 'answer' | 'task' | undefined

interface ActsProps {
  readonly comment: CommentReply
  readonly open: Opened
  onOpen(part: Opened): void
  onAct(method: 'POST', rest: string, body: object): void
  onRemove(): void
}

/** The buttons of a comment: those that are open to whoever looks. */
function Acts({ comment: { pode, feitoEm }, open, onOpen, onAct, onRemove }: ActsProps) {
  const say = useTranslate()
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" mt="1">
      <Button
        look="link"
        size="sm"
        aria-expanded={open === 'answer'}
        onClick={() => onOpen(open === 'answer' ? undefined : 'answer')}
      >
        {say('comment.answer')}
      </Button>
      {pode.feito ? (
        <Button
          size="sm"
          icon={feitoEm ? <Undo2 aria-hidden /> : <Check aria-hidden />}
          onClick={() => onAct('POST', '/feito', { feito: !feitoEm })}
        >
          {say(feitoEm ? 'comment.undo' : 'comment.do')}
        </Button>
      ) : null}
      {pode.tarefa ? (
        <IconButton label={say('comment.task')} size="sm" onClick={() => onOpen(open === 'task' ? undefined : 'task')}>
          <Check aria-hidden />
        </IconButton>
      ) : null}
      {pode.editar ? (
        <IconButton label={say('comment.change')} size="sm" onClick={() => onOpen('change')}>
          <Pencil aria-hidden />
        </IconButton>
      ) : null}
      {pode.excluir ? (
        <IconButton label={say('comment.remove')} size="sm" onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      ) : null}
    </chakra.div>
  )
}

/** With whom the task is, until when, and whether it is done. */
function TaskChip({ comment: { responsavel, prazo, feitoEm, feitoPor } }: { readonly comment: CommentReply }) {
  const say = useTranslate()
  if (!responsavel) return null
  if (feitoEm)
    return (
      <Chip tone="positive" icon={<Check aria-hidden />}>
        {say('comment.done', { name: feitoPor?.nome ?? '' })}
      </Chip>
    )
  const name = responsavel.nome
  return (
    <Chip tone="accent" icon={<Check aria-hidden />}>
      {prazo ? say('comment.with-until', { name, day: dayText(prazo) }) : say('comment.with', { name })}
    </Chip>
  )
}

interface TaskProps extends Pick<Props, 'comment' | 'calls'> {
  onGive(values: TaskValues): void
  onClose(): void
}

/** Gives the task of a comment to somebody, or takes it away. */
function Task({ comment, calls, onGive, onClose }: TaskProps) {
  const say = useTranslate()
  const id = useId()
  const [value, setValue] = useState<TaskValues>({ responsavel: comment.responsavel?.id ?? null, prazo: comment.prazo })
  return (
    <chakra.div display="flex" flexDirection="column" gap="2" mt="2">
      <TaskFields id={id} value={value} people={calls.people} onChange={setValue} />
      <chakra.div display="flex" gap="2">
        <Button
          look="solid"
          onClick={() => {
            onGive(value)
            onClose()
          }}
        >
          {say('save')}
        </Button>
        <Button onClick={onClose}>{say('cancel')}</Button>
      </chakra.div>
    </chakra.div>
  )
}
