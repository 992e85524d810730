import { describe, expect, test } from 'vitest'
import { select } from './database.ts'
import { guardSelect } from './guard.ts'

const guard = (sql: string): void => guardSelect(sql, ['orders', 'customers'])

describe('a SELECT passes', () => {
  test.each([
    'select 1',
    'SELECT * FROM orders;',
    'select o.*, "name" from orders as o join customers c on c.id = o.customer_id, (select 2) as two',
    "select 'drop table orders; --' as text from orders -- delete from orders",
    "select replace(name, 'a', \"b\") from customers where name like '%insert%'",
    'with big as (select * from orders where id in (1, 2)), two (a) as (select 2) select * from big, two',
    'select * from (orders o left join customers c using (id)) where exists (select 1 from orders)',
    'select count(*) filter (where id > 1) over (partition by id) from orders group by id, name having sum(id) > 1',
    'select a is not distinct from b from (select 1 as a, 2 as b) union all select id, 1 from customers order by 1, 2',
  ])('%s', (sql) => expect(() => guard(sql)).not.toThrow())
})

describe('anything else is refused', () => {
  test.each([
    ['delete from orders', 'Only SELECT'],
    ['', 'Only SELECT'],
    ['select 1; drop table orders', 'one statement'],
    ['select 1; select 2', 'one statement'],
    ['/* select */ update orders set id = 1', 'begins with UPDATE'],
    ['with a as (select 1) delete from orders', 'Only SELECT'],
    ['with recursive n as (select 1 union all select 1 from n) select * from n', 'RECURSIVE'],
    ['select * into copy from orders', 'INTO'],
    ["pragma table_info('orders')", 'begins with PRAGMA'],
    ["attach 'x.db' as x", 'begins with ATTACH'],
    ['select * from sqlite_master', 'no table sqlite_master'],
    ['select 1 in sqlite_schema', 'no table sqlite_schema'],
    ['select * from "sqlite_master"', 'no table sqlite_master'],
    ['select * from main.orders', 'no table main'],
    ['select * from orders, invoices', 'no table invoices'],
    ['select * from orders join (select * from invoices)', 'no table invoices'],
    ["select * from pragma_table_info('orders')", 'no table pragma_table_info'],
    ["select load_extension('evil')", 'load_extension is not allowed'],
    ['select "load_extension"(1)', 'load_extension is not allowed'],
    ['select randomblob(1000000000)', 'randomblob is not allowed'],
    ['select (1', 'not closed'],
    ["select 'open", "isn't SQL at character 8"],
    ['select /* open', "isn't SQL at character 8"],
    ['select ?', "isn't SQL at character 8"],
  ])('%s', (sql, sentence) => expect(() => guard(sql)).toThrow(sentence))
})

describe('a query of the bundled database', () => {
  test('gives at most 200 rows', () => {
    expect(select('select id from orders')).toMatchObject({ columns: ['id'], truncated: true })
    expect(select('select id from orders').rows).toHaveLength(200)
    expect(select('select id, status from orders where id = 7').rows).toEqual([[7, expect.any(String)]])
  })
  test('that would read too many combinations is refused before it runs', () => {
    expect(() => select('select count(*) from order_items a, order_items b, order_items c')).toThrow('too many')
    const joined =
      'select count(*) as n from order_items i join orders o on o.id = i.order_id join products p on p.id = i.product_id'
    expect(select(joined).rows).toEqual([[807]])
  })
  test('that SQLite cannot read is reported in its words', () => {
    expect(() => select('select colour from orders')).toThrow('no such column: colour')
  })
})
