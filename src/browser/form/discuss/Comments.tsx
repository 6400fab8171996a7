import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import type { CommentReply } from '../../../api/comment.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { Register } from '../../../model/model.ts'
import { storeId } from '../../data/identity.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { useSearchParams } from '../../router/router.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { CommentEditor } from './CommentEditor.tsx'
import { CommentItem } from './CommentItem.tsx'
import { useComments } from './commentCalls.ts'

/** Comments at first, and with each further step. */
const page = 50

interface Props {
  readonly register: Register
  readonly id: string
  /** Whether the address speaks of this record, and may name a comment of it: not of one in a dialog over the page. */
  readonly addressed?: boolean
}

/** Shows the talk about a record, the oldest of those shown first, answers below what they answer. */
export default function Comments({ register, id, addressed = true }: Props) {
  const title = useId()
  const say = useTranslate()
  const { user } = useSession()
  const [search] = useSearchParams()
  const named = addressed ? search.get('comentario') : null
  const [limit, setLimit] = useState(page)
  const [failure, setFailure] = useState<string>()
  const calls = useComments(register, id, limit, named)
  const { rows, count, error, isLoading } = calls
  const kept = `comentario:${user.id}:${storeId() ?? 0}:${register.name}:${id}`
  const { confirm } = useDialogs()
  const confirmRemoval = () =>
    confirm({
      title: say('comment.remove'),
      message: say('comment.remove-ask'),
      confirm: say('comment.remove'),
      cancel: say('back'),
      danger: true,
    })
  const item = (comment: CommentReply) => (
    <CommentItem
      comment={comment}
      calls={calls}
      kept={kept}
      named={comment.id === named}
      confirmRemoval={confirmRemoval}
      onFailure={setFailure}
    />
  )
  return (
    <chakra.section aria-labelledby={title} className="form-sheet" mt="4" mb="4">
      <chakra.h2 id={title} textStyle="section" mb="3">
        {count > 0 ? say('comment.count', { count }) : say('comment.title')}
      </chakra.h2>
      {error ? (
        <Banner tone="danger" title={say('load-failed')}>
          {error.message}
        </Banner>
      ) : null}
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      {isLoading ? <Skeleton height="4rem" /> : null}
      {rows?.length === 0 ? (
        <chakra.p color="fg.muted" mb="3">
          {say('comment.empty')}
        </chakra.p>
      ) : null}
      {rows && rows.length < count ? (
        <Button mb="3" onClick={() => setLimit(rows.length + page)}>
          {say('comment.older')}
        </Button>
      ) : null}
      <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="4" mb="4">
        {threadsOf(rows ?? []).map(({ first, answers }) => (
          <li key={first.id}>
            {item(first)}
            {answers.length > 0 ? (
              <chakra.ol
                listStyleType="none"
                display="flex"
                flexDirection="column"
                gap="3"
                mt="3"
                ps="4"
                borderInlineStartWidth="2px"
                borderColor="border"
              >
                {answers.map(answer => (
                  <li key={answer.id}>{item(answer)}</li>
                ))}
              </chakra.ol>
            ) : null}
          </li>
        ))}
      </chakra.ol>
      <CommentEditor label={say('comment.write')} kept={kept} calls={calls} />
    </chakra.section>
  )
}

interface Thread {
  readonly first: CommentReply
  readonly answers: readonly CommentReply[]
}

/** Comments with their answers, the oldest first; an answer whose comment is not loaded yet stands for itself. */
function threadsOf(newestFirst: readonly CommentReply[]): Thread[] {
  const rows = newestFirst.toReversed()
  const known = new Set(rows.map(({ id }) => id))
  const isFirst = ({ resposta }: CommentReply): boolean => resposta === null || !known.has(resposta)
  return rows.filter(isFirst).map(first => ({ first, answers: rows.filter(({ resposta }) => resposta === first.id) }))
}
