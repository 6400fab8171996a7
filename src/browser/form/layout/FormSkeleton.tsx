import { Skeleton } from '../../../controls/Skeleton.tsx'
import { isUploaded } from '../../../kinds/values.ts'
import type { FormItem, Register } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { partItemStyle } from './FormPartBody.tsx'
import { PageBox } from './PageBox.tsx'

/** The first part of the form as grey bars at the places where the fields will be, so that nothing jumps. */
export function FormSkeleton({ register, label }: { readonly register: Register; readonly label: string }) {
  const { layout, parts } = register.views.form
  const rows = parts[0]?.rows ?? []
  return (
    <PageBox>
      <div aria-busy aria-label={label} role="status">
        <div className="form-bones">
          <Skeleton width="16rem" height="1.25rem" />
        </div>
        {layout === 'tabs' && parts.length > 1 ? (
          <div className="form-bones are-tabs">
            {parts.map(part => (
              <Skeleton key={part.id} width="5.5rem" />
            ))}
          </div>
        ) : null}
        <div className="form-sheet">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of the definition never move
            <div key={at} className="form-line">
              {row.map(item => (
                <div key={JSON.stringify(item)} {...partItemStyle(register, item)}>
                  <div className="form-bone-label">
                    <Skeleton width="6rem" height="0.75rem" />
                  </div>
                  <Skeleton height={isLine(register, item) ? 'var(--control-height)' : '7.5rem'} radius="6px" />
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </PageBox>
  )
}

/** Tells whether one control of the usual height will stand there. */
function isLine(register: Register, item: FormItem): boolean {
  const field = 'field' in item ? fieldOf(register, item.field) : undefined
  return 'field' in item && !(field && isUploaded(field))
}
