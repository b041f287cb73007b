import { isDue } from '@cardinal/domain'
import type { RowList } from './file-limits.ts'
import { type FoundCard, plainCard } from './found.ts'
import type { Fields } from './ledger.ts'

/** Returns whether the columns of a table are those of a Todoist project. */
export function isTodoist(names: readonly string[]): boolean {
  return ['type', 'content', 'indent', 'priority'].every((name) => names.includes(name))
}

/**
 * Reads the rows of a Todoist project in order. A task is a todo, and a task below it is a subtask of that todo.
 * Sections and labels (`@home`) become tags. A due date that is no day, such as "every monday", stays in the text.
 */
export class TodoistTasks {
  readonly #list: RowList
  #section: string | null = null
  #task: FoundCard | null = null

  constructor(list: RowList) {
    this.#list = list
  }

  add(fields: Fields): void {
    fields.skip(['author', 'date_lang'])
    // 4 is the priority that nobody set.
    fields.skip(['priority'], ['4'])
    const content = fields.text('content').trim()
    const type = fields.oneOf('type', ['section', 'task', 'note', 'meta'])
    if (type === 'section') {
      this.finish()
      this.#section = content === '' ? null : content
    } else if (type === 'task' && content !== '') this.#addTask(fields, content)
    else if (type === 'note' && this.#task !== null)
      this.#task = { ...this.#task, content: `${this.#task.content}\n\n${content}` }
  }

  /** Hands over the last task. */
  finish(): void {
    if (this.#task !== null) this.#list.add({ card: this.#task })
    this.#task = null
  }

  #addTask(fields: Fields, content: string): void {
    const indent = fields.take('indent', levelOf) ?? 1
    if (this.#task !== null && indent > 1) {
      const subtask = { text: withoutLabels(content), isTicked: false }
      this.#task = { ...this.#task, subnotes: [...this.#task.subnotes, subtask] }
      return
    }
    this.finish()
    const date = fields.text('date').trim()
    const description = fields.text('description').trim()
    const isDay = isDue(date.slice(0, 10))
    const paragraphs = [
      withoutLabels(content),
      ...(description === '' ? [] : [description]),
      ...(date === '' || isDay ? [] : [`Due ${date}`]),
    ]
    this.#task = {
      ...plainCard('todo', paragraphs.join('\n\n')),
      tags: [...labelsIn(content), ...(this.#section === null ? [] : [this.#section])],
      dueAt: isDay ? date.slice(0, 10) : null,
    }
  }
}

function levelOf(value: unknown): number | null {
  const level = Number(value)
  return Number.isInteger(level) && level > 0 ? level : null
}

function labelsIn(content: string): string[] {
  return [...content.matchAll(/(?:^|\s)@([\p{L}\p{N}]\S*)/gu)].map(([, label = '']) => label)
}

function withoutLabels(content: string): string {
  return content.replace(/(?:^|\s)@[\p{L}\p{N}]\S*/gu, '').trim() || content
}
