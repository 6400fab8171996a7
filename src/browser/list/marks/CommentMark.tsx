import { MessageSquare } from 'lucide-react'
import type { CommentCountReply } from '../../../api/comment.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import './marks.css'

/** How much is said of a record: comments, and marked where tasks are open. */
export function CommentMark({
  counts: { comentarios, tarefas },
  say,
}: {
  readonly counts: CommentCountReply
  readonly say: Translate
}) {
  const tasks = tarefas > 0 ? [say('comment.mark-tasks', { count: tarefas })] : []
  const words = [say('comment.mark', { count: comentarios }), ...tasks].join(', ')
  return (
    <span className="comment-mark" role="img" aria-label={words} title={words} data-tasks={tarefas > 0 || undefined}>
      <MessageSquare size={14} aria-hidden />
      {comentarios}
    </span>
  )
}
