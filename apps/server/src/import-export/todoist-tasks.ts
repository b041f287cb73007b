import { isDue } from '@cardinal/domain'
import type { RowList } from './file-limits.ts'
import { type Fields, type FoundCard, plainCard } from './found.ts'

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
    const content = text(fields, 'content')
    const type = text(fields, 'type')
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
    if (this.#task !== null && Number(text(fields, 'indent')) > 1) {
      const subtask = { text: withoutLabels(content), isTicked: false }
      this.#task = { ...this.#task, subnotes: [...this.#task.subnotes, subtask] }
      return
    }
    this.finish()
    const date = text(fields, 'date')
    const description = text(fields, 'description')
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

function labelsIn(content: string): string[] {
  return [...content.matchAll(/(?:^|\s)@([\p{L}\p{N}]\S*)/gu)].map(([, label = '']) => label)
}

function withoutLabels(content: string): string {
  return content.replace(/(?:^|\s)@[\p{L}\p{N}]\S*/gu, '').trim() || content
}

function text(fields: Fields, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
